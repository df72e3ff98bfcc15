import CoreReflect
import TestServer
import Testing

private class Address: Reflect {
    var street = ""
    var number = 0
    var state = ""
    var zip = 0
}

// Block 5
private class User: Reflect {
    var firstName: String
    var lastName: String?
    var age: Int
    var birthday: Date?
    var gender: String?
    var email: String
    var registerNumber: Int

    var address: Address

    required init() {
        firstName = ""
        age = 0
        email = ""
        registerNumber = 0
        address = Address()
    }
}
// End

private class Other: Reflect {
    var name = ""
    var status = true
    var register = 7
    var value: Any?
    // Block 6
    override class func entityName() -> String {
        return "My_Table_Name"
    }
    // Block 7
    override class func ignoredProperties() -> Set<String> {
        return ["status", "register", "value"]
    }
    // End
}

extension CoreReflectTests {
    /// The blocks of the original's readme, in their order and as they stand there, but for `try` and what else today's
    /// Swift asks for. What each of them sends is tested by the suites of its subject.
    @Suite(.eachEngine) struct ReadmeTests {
        /// What the page makes before it asks.
        private func fill() throws {
            try ServedEngine.configure()
            // Block 8
            try Address.register()
            try User.register()
            // End
            for (number, person) in ["Ada", "Mia", "Tom", "Abe"].enumerated() {
                let user = User()
                (user.firstName, user.age, user.registerNumber) = (person, 25 * (number + 1), 3000 * (number + 1))
                user.gender = number < 2 ? "female" : "male"
                user.birthday = "19\(40 + number)-01-23 21:46:23".date
                (user.address.state, user.address.number) = (["MI", "GA", "NY", "LI"][number], 105 + number)
                try user.pin()
            }
        }

        private func names(_ users: [User]) -> [String] { users.map(\.firstName).sorted() }

        @Test func configuration() throws {
            guard ServedEngine.isSQLite else { return }
            // Block 1
            try Reflect.configuration(.temporary, readonly: true)
            let connTemporary = try Reflect.settings.getConnection()
            // Block 2
            try Reflect.configuration(.inMemory, readonly: true)
            let connInMemory = try Reflect.settings.getConnection()
            // End
            #expect(connTemporary.readonly && connInMemory.readonly)
            try withFile { file in
                let folder = file.dropLast("Tests.db".count)
                func NSTemporaryDirectory() -> Substring { folder }
                // Block 3
                let path = "\(NSTemporaryDirectory())Tests.db"
                try Reflect.configuration(.uri(path), readonly: false)
                let connURI = try Reflect.settings.getConnection()
                // End
                #expect(connURI.description == file)
            }
            // Block 4
            try Reflect.configuration("", baseNamed: "Tests.db")
            let connDefault = try Reflect.settings.getConnection()
            // End
            #expect(connDefault.description.hasSuffix("Tests.db"))
            let made = Reflect.settings.getPath()
            try Reflect.configuration(.inMemory)
            try? FileManager.default.removeItem(atPath: made)
        }

        @Test func tables() throws {
            try fill()
            try Other.register()
            #expect(
                try Reflect.settings.getConnection().database.read { try $0.tableNames() }.contains("My_Table_Name"))
            try Other.unRegister()
            // Block 10
            try User.index("registerNumber", unique: true)
            try User.index("firstName")
            // Block 9
            try User.unRegister()
            // End
            #expect(throws: DatabaseError.self) { try User.query().count() }
        }

        @Test func saving() throws {
            try fill()
            try User.clean()
            // Block 11
            let address = Address()
            address.street = "Highland Drive Temple Hills"
            address.number = 226
            address.state = "MD"
            address.zip = 20748

            try address.pin()
            // Block 12
            let user = User()
            user.firstName = "Kanisha"
            user.lastName = "Classen"
            user.age = 69
            user.birthday = "1947-01-23 21:46:23".date
            user.gender = "female"
            user.email = "kanisha.classen@test.com"
            user.registerNumber = 9798
            user.address = address
            // End
            try user.pin()
            #expect(try User.findById(5, include: Address.self)?.address.street == "Highland Drive Temple Hills")
            #expect(try User.findById(5)?.birthday == date("1947-01-23 21:46:23"))
        }

        @Test func removing() throws {
            try fill()
            // Block 13
            let user = User()
            user.objectId = 2

            try user.unPin()
            // End
            #expect(try User.query().count() == 3)
            // Block 14
            try User.clean()
            // End
            #expect(try User.query().count() == 0)
        }

        @Test func transactions() throws {
            try fill()
            func arc4random_uniform(_ bound: Int) -> Int { Int.random(in: 0..<bound) }
            // Block 15
            let address = Address()
            let user = User()
            try User.transaction {
                address.number = 101
                address.street = "Alpha Village"
                address.state = "NY"
                address.zip = 10203
                try address.pin()

                user.firstName = "Bruno"
                user.lastName = "Fernandes"
                user.age = 29
                user.gender = "male"
                user.email = "bruno@test.me"
                user.registerNumber = 987654
                user.address = address

                let cal = Calendar.current
                user.birthday = cal.date(byAdding: .day, value: -Int(arc4random_uniform(30)), to: Date())
                user.birthday = cal.date(byAdding: .month, value: -Int(arc4random_uniform(12)), to: user.birthday!)
                user.birthday = cal.date(byAdding: .year, value: -user.age, to: user.birthday!)

                try user.pin()
            }
            // End
            #expect(try User.findById(5)?.address.reference == [5])
            #expect(try User.findById(5)?.birthday != nil)
        }

        @Test func findingOne() throws {
            try fill()
            do {
                // Block 16
                let user = try User.findById(2)
                // End
                #expect(user?.firstName == "Mia")
            }
            // Block 17
            let user = User()
            user.objectId = 2
            try user.fetch()
            // Block 18
            try user.fetch(include: Address.self)
            // End
            #expect(user.firstName == "Mia" && user.address.state == "GA")
        }

        @Test func comparisons() throws {
            try fill()
            do {
                // Block 19
                let query = User.query()

                query.filter("age", .equals, value: 25)

                let users = try query.findObject()
                // End
                #expect(names(users) == ["Ada"])
            }
            do {
                // Block 20
                let query = User.query()

                query.filter("gender", .notEquals, value: "male")

                let users = try query.findObject()
                // End
                #expect(names(users) == ["Ada", "Mia"])
            }
            do {
                // Block 21
                let query = User.query()

                query.filter("registerNumber", .greaterThan, value: 5000)

                let users = try query.findObject()
                // End
                #expect(names(users) == ["Abe", "Mia", "Tom"])
            }
            do {
                // Block 22
                let query = User.query()

                query.filter("registerNumber", .lessThan, value: 4500)

                let users = try query.findObject()
                // End
                #expect(names(users) == ["Ada"])
            }
        }

        @Test func listsAndNULL() throws {
            try fill()
            do {
                // Block 23
                let query = Address.query()

                query.filter("state", .in, value: "MI", "GA", "LI")

                let addresses = try query.findObject()
                // End
                #expect(addresses.map(\.state).sorted() == ["GA", "LI", "MI"])
            }
            do {
                // Block 24
                let query = Address.query()

                query.filter("number", .notIn, value: 105, 226, 760, 728)

                let addresses = try query.findObject()
                // End
                #expect(addresses.map(\.number).sorted() == [106, 107, 108])
            }
            do {
                // Block 25
                let query = Address.query()

                query.filter("updatedAt", .is, value: nil)

                let addresses = try query.findObject()
                // End
                #expect(addresses.isEmpty)
            }
        }

        @Test func patternsAndRanges() throws {
            try fill()
            var users: [User]
            do {
                // Block 26
                let query = User.query()

                query.filter("firstName", .like, value: "A%")

                users = try query.findObject()
                // End
                #expect(names(users) == ["Abe", "Ada"])
            }
            do {
                // Block 27
                let query = User.query()

                query.filter("firstName", .notLike, value: "%mi%")

                users = try query.findObject()
                // End
                #expect(names(users).contains("Tom") && users.count >= 3)
            }
            do {
                // Block 28
                let query = User.query()

                query.filter("age", .between, value: 20, 30)

                users = try query.findObject()
                // End
                #expect(names(users) == ["Ada"])
            }
            do {
                // Block 29
                let query = User.query()

                query.fields("objectId", "firstName", "lastName", "age")

                try query.findObject()
                // End
                #expect(try query.findObject().map(\.age).sorted() == [25, 50, 75, 100])
            }
        }

        @Test func aggregates() throws {
            try fill()
            do {
                // Block 30
                let query = User.query()

                let result = try query.count()
                // End
                #expect(result == 4)
            }
            do {
                // Block 31
                let query = User.query()

                let result = try query.sum("age")
                // End
                #expect(result == 250)
            }
            do {
                // Block 32
                let query = User.query()

                let result = try query.average("age")
                // End
                #expect(result == 62.5)
            }
            do {
                // Block 33
                let query = User.query()

                let result = try query.max("birthday") as! String
                // End
                #expect(result == "1943-01-23 21:46:23")
            }
            do {
                // Block 34
                let query = User.query()

                let result = try query.min("birthday") as! String
                // End
                #expect(result == "1940-01-23 21:46:23")
            }
        }

        @Test func orderAndPages() throws {
            try fill()
            do {
                let users: [User]
                // Block 35
                let query = User.query()

                users = try query.fields("age").distinct().findObject()
                // End
                #expect(users.map(\.age).sorted() == [25, 50, 75, 100])
            }
            do {
                // Block 36
                let query = User.query()
                let users = try query.sort("age", .asc).findObject()
                // End
                #expect(users.map(\.age) == [25, 50, 75, 100])
            }
            do {
                // Block 37
                let query = User.query()
                let users = try query.filter("gender", .equals, value: "female")
                    .sort("age", .desc)
                    .limit(3)
                    .offset(2)
                    .findObject()
                // End
                #expect(users.isEmpty)
            }
        }

        @Test func blocksAndJoins() throws {
            try fill()
            var users: [User]
            do {
                // Block 38
                let query = User.query()

                query.filter("gender", .equals, value: "female").or { q in
                    q.filter("age", .greaterThan, value: 70)
                        .filter("age", .lessThan, value: 20)
                }

                users = try query.findObject()
                // End
                #expect(users.isEmpty)
            }
            // Block 39
            let query = User.query()

            query.join(Address.self)
            query.or { q in
                q.filter("gender", .equals, value: "female").filter("age", .greaterThan, value: 50)
            }.and { q in
                q.filter("Address.state", .in, value: "MI", "GA", "LI")
            }

            users = try query.findObject()
            // End
            #expect(names(users) == ["Abe", "Ada", "Mia"])
            #expect(users.allSatisfy { !$0.address.state.isEmpty })
        }

        @Test func logging() throws {
            try fill()
            let told = LogLines()
            // What the page prints is kept here.
            @Sendable func print(_ words: String...) { told.add(words[1]) }
            // Block 40
            Reflect.settings.log { (SQL: String) in
                print("\n Instruction sql -- ", SQL, "\n")
            }
            // End
            _ = try User.query().count()
            #expect(told.take().count == 1)
        }
    }
}
