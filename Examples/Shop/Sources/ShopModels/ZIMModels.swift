// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*"
import ZIMOrm

/// All classes that zim generated for this database.
///
///     try database.check(ZIMModels.all)    // throws if the database no longer matches them
public enum ZIMModels {
    public static var all: [Model.Type] {
        [
            Article.self,
            Employee.self,
            OrderLine.self,
            Order.self,
        ]
    }
}
// zim:end
