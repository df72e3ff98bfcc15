// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*"
import ZIMOrm

/// All classes that zim wrote for this database.
///
///     try database.check(ZIMModels.all)    // throws where the database is no longer what they say
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
