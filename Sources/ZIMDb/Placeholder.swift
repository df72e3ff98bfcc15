import ZIMSql
