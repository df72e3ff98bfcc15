import Testing

@testable import ZIMSql

@Suite struct MySQLTypeNameTests {
    @Test(arguments: [
        ("int(11)", "int"), ("bigint(20) unsigned", "bigint unsigned"), ("year(4)", "year"),
        ("TINYINT(4) NOT NULL", "TINYINT NOT NULL"),
        ("tinyint(1)", "tinyint(1)"), ("int(5) unsigned zerofill", "int(5) unsigned zerofill"),
        ("varchar(20)", "varchar(20)"),
        ("decimal(8,2)", "decimal(8,2)"), ("enum('int(3)')", "enum('int(3)')"), ("int", "int"),
        ("tinyint(1) unsigned", "tinyint unsigned"), ("int(11) COMMENT 'zerofill'", "int COMMENT 'zerofill'"),
        ("int(", "int("),
        ("", ""),
        ("int()", "int()"), ("int(11) COMMENT '(2)'", "int COMMENT '(2)'"), ("bit(8)", "bit(8)"),
        ("integer(3)", "integer"),
    ])
    func theWidthOfWholeNumbersIsLeftOut(_ type: String, _ other: String) {
        #expect(MySQLTypeName.withoutWidth(type) == other)
    }
}
