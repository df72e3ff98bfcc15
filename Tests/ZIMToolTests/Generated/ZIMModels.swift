// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*"
import ZIMOrm

/// All classes that zim generated for this database.
///
///     try database.check(ZIMModels.all)    // throws if the database no longer matches them
enum ZIMModels {
    static var all: [Model.Type] {
        [
            OpenOrder.self,
            OrderNote.self,
            Article.self,
            ArticlePicture.self,
            Class.self,
            Contract.self,
            Country.self,
            Course.self,
            Employee.self,
            EmployeeCourse.self,
            Enrollment.self,
            Event.self,
            Friendship.self,
            Label.self,
            Locker.self,
            LooseKey.self,
            Measure.self,
            Nickname.self,
            Offer.self,
            Order.self,
            OrderLine.self,
            Orders.self,
            Parcel.self,
            Passport.self,
            PriceList.self,
            SessionRow.self,
            Tenant.self,
            Visit.self,
            Wide.self,
            WideChild.self,
        ]
    }
}

// zim:skipped ["broken_view"]
// zim:end
