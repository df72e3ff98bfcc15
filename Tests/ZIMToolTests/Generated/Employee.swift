// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "employee"
import Foundation
import ZIMOrm

/// A row of the table `employee`.
final class Employee: Model, RowDecodable {
    /// `employee_id` INTEGER, the key
    var employeeID: Int? { didSet { noteChange(0, was: oldValue) } }
    /// `name` TEXT, not null
    var name: String { didSet { recordedChanges.insert(1) } }
    /// `boss_id` INT
    var bossID: Int? { didSet { recordedChanges.insert(2) } }
    /// `badge` TEXT
    var badge: String? { didSet { recordedChanges.insert(3) } }
    /// `country` CHAR(2)
    var countryID: String? { didSet { recordedChanges.insert(4) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "employee" }
    override class var primaryKey: [String] { ["employee_id"] }
    override class var columns: [Column] {
        [
            Column("employee_id", \Employee.employeeID),
            Column("name", \Employee.name),
            Column("boss_id", \Employee.bossID),
            Column("badge", \Employee.badge),
            Column("country", \Employee.countryID),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("boss", Employee.self, foreignKey: ["boss_id"]),
            .belongsTo("country", Country.self, foreignKey: ["country"], references: ["iso"]),
            .hasMany("contracts", Contract.self, foreignKey: ["employee_id"]),
            .hasMany("employeesAsBoss", Employee.self, foreignKey: ["boss_id"]),
            .hasMany("employeeCourses", EmployeeCourse.self, foreignKey: ["employee_id"]),
            .hasMany("enrollments", Enrollment.self, foreignKey: ["employee_id"]),
            .hasMany("friendshipsAsPerson", Friendship.self, foreignKey: ["person_id"]),
            .hasMany("friendshipsAsFriend", Friendship.self, foreignKey: ["friend_id"]),
            .hasMany("lockers", Locker.self, foreignKey: ["badge"], references: ["badge"]),
            .hasMany("nicknames", Nickname.self, foreignKey: ["employee_id"]),
            .hasMany("ordersAsSeller", Orders.self, foreignKey: ["seller"]),
            .hasMany("ordersAsPacker", Orders.self, foreignKey: ["packer"]),
            .hasMany("parcels", Parcel.self, foreignKey: ["employee_id"]),
            .hasOne("passport", Passport.self, foreignKey: ["employee_id"]),
            .hasMany("courses", Course.self, through: EmployeeCourse.self, foreignKey: ["employee_id"], targetForeignKey: ["course_id"]),
            .hasMany("coursesThroughEnrollment", Course.self, through: Enrollment.self, foreignKey: ["employee_id"], targetForeignKey: ["course_id"]),
            .hasMany("friends", Employee.self, through: Friendship.self, foreignKey: ["person_id"], targetForeignKey: ["friend_id"]),
            .hasMany("people", Employee.self, through: Friendship.self, foreignKey: ["friend_id"], targetForeignKey: ["person_id"]),
        ]
    }

    required init() {
        name = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        employeeID = try Int?.read(from: row, at: 0)
        name = try String.read(from: row, at: 1)
        bossID = try Int?.read(from: row, at: 2)
        badge = try String?.read(from: row, at: 3)
        countryID = try String?.read(from: row, at: 4)
        super.init()
    }
}

extension Employee {
    /// employee belongs to employee by (boss_id), optional.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."employee_id" = ?
    func boss() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["boss_id"]) }

    /// employee belongs to country by (country) = (iso), optional.
    ///
    ///     SELECT … FROM "country" WHERE "country"."iso" = ? ORDER BY "country"."iso" LIMIT 1
    func country() throws -> Country? { try belongsTo(Country.self, foreignKey: ["country"], references: ["iso"]) }

    /// employee has many contract by (employee_id).
    ///
    ///     SELECT … FROM "contract" WHERE "contract"."employee_id" = ?
    func contracts(options: [RelationshipOption] = []) throws -> [Contract] {
        try hasMany(Contract.self, foreignKey: ["employee_id"], options: options)
    }

    /// employee has many employee by (boss_id).
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."boss_id" = ?
    func employeesAsBoss(options: [RelationshipOption] = []) throws -> [Employee] {
        try hasMany(Employee.self, foreignKey: ["boss_id"], options: options)
    }

    /// employee has many employee_course by (employee_id).
    ///
    ///     SELECT … FROM "employee_course" WHERE "employee_course"."employee_id" = ?
    func employeeCourses(options: [RelationshipOption] = []) throws -> [EmployeeCourse] {
        try hasMany(EmployeeCourse.self, foreignKey: ["employee_id"], options: options)
    }

    /// employee has many enrollment by (employee_id).
    ///
    ///     SELECT … FROM "enrollment" WHERE "enrollment"."employee_id" = ?
    func enrollments(options: [RelationshipOption] = []) throws -> [Enrollment] {
        try hasMany(Enrollment.self, foreignKey: ["employee_id"], options: options)
    }

    /// employee has many friendship by (person_id).
    ///
    ///     SELECT … FROM "friendship" WHERE "friendship"."person_id" = ?
    func friendshipsAsPerson(options: [RelationshipOption] = []) throws -> [Friendship] {
        try hasMany(Friendship.self, foreignKey: ["person_id"], options: options)
    }

    /// employee has many friendship by (friend_id).
    ///
    ///     SELECT … FROM "friendship" WHERE "friendship"."friend_id" = ?
    func friendshipsAsFriend(options: [RelationshipOption] = []) throws -> [Friendship] {
        try hasMany(Friendship.self, foreignKey: ["friend_id"], options: options)
    }

    /// employee has many locker by (badge) = (badge).
    ///
    ///     SELECT … FROM "locker" WHERE "locker"."badge" = ?
    func lockers(options: [RelationshipOption] = []) throws -> [Locker] {
        try hasMany(Locker.self, foreignKey: ["badge"], references: ["badge"], options: options)
    }

    /// employee has many nickname by (employee_id).
    ///
    ///     SELECT … FROM "nickname" WHERE "nickname"."employee_id" = ?
    func nicknames(options: [RelationshipOption] = []) throws -> [Nickname] {
        try hasMany(Nickname.self, foreignKey: ["employee_id"], options: options)
    }

    /// employee has many orders by (seller).
    ///
    ///     SELECT … FROM "orders" WHERE "orders"."seller" = ?
    func ordersAsSeller(options: [RelationshipOption] = []) throws -> [Orders] {
        try hasMany(Orders.self, foreignKey: ["seller"], options: options)
    }

    /// employee has many orders by (packer).
    ///
    ///     SELECT … FROM "orders" WHERE "orders"."packer" = ?
    func ordersAsPacker(options: [RelationshipOption] = []) throws -> [Orders] {
        try hasMany(Orders.self, foreignKey: ["packer"], options: options)
    }

    /// employee has many parcel by (employee_id).
    ///
    ///     SELECT … FROM "parcel" WHERE "parcel"."employee_id" = ?
    func parcels(options: [RelationshipOption] = []) throws -> [Parcel] {
        try hasMany(Parcel.self, foreignKey: ["employee_id"], options: options)
    }

    /// employee has one passport by (employee_id).
    ///
    ///     SELECT … FROM "passport" WHERE "passport"."employee_id" = ? ORDER BY "passport"."employee_id" LIMIT ?
    func passport() throws -> Passport? { try hasOne(Passport.self, foreignKey: ["employee_id"]) }

    /// employee has many course through employee_course by (employee_id) and (course_id).
    ///
    ///     SELECT … FROM "employee_course" JOIN "course" ON "course"."course_id" = "employee_course"."course_id" WHERE "employee_course"."employee_id" = ?
    func courses(options: [RelationshipOption] = []) throws -> [Course] {
        try hasMany(
            Course.self, through: EmployeeCourse.self, foreignKey: ["employee_id"],
            targetForeignKey: ["course_id"], options: options)
    }

    /// employee has many course through enrollment by (employee_id) and (course_id); once for each row of enrollment.
    ///
    ///     SELECT … FROM "enrollment" JOIN "course" ON "course"."course_id" = "enrollment"."course_id" WHERE "enrollment"."employee_id" = ?
    func coursesThroughEnrollment(options: [RelationshipOption] = []) throws -> [Course] {
        try hasMany(
            Course.self, through: Enrollment.self, foreignKey: ["employee_id"],
            targetForeignKey: ["course_id"], options: options)
    }

    /// employee has many employee through friendship by (person_id) and (friend_id).
    ///
    ///     SELECT … FROM "friendship" JOIN "employee" ON "employee"."employee_id" = "friendship"."friend_id" WHERE "friendship"."person_id" = ?
    func friends(options: [RelationshipOption] = []) throws -> [Employee] {
        try hasMany(
            Employee.self, through: Friendship.self, foreignKey: ["person_id"],
            targetForeignKey: ["friend_id"], options: options)
    }

    /// employee has many employee through friendship by (friend_id) and (person_id).
    ///
    ///     SELECT … FROM "friendship" JOIN "employee" ON "employee"."employee_id" = "friendship"."person_id" WHERE "friendship"."friend_id" = ?
    func people(options: [RelationshipOption] = []) throws -> [Employee] {
        try hasMany(
            Employee.self, through: Friendship.self, foreignKey: ["friend_id"],
            targetForeignKey: ["person_id"], options: options)
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"employee_id","type":"INTEGER"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":0,"name":"name","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"boss_id","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"badge","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"country","type":"CHAR(2)"}],"foreignKeys":[{"columns":["boss_id"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["employee_id"],"table":"employee"},{"columns":["country"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["iso"],"table":"country"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"employee","primaryKey":["employee_id"],"rowIDColumn":"employee_id","uniqueKeys":[{"columns":["employee_id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"},{"columns":["badge"],"hasExpression":false,"isPartial":false,"isPrimaryKey":false,"name":"sqlite_autoindex_employee_1"}]}
// zim:end
