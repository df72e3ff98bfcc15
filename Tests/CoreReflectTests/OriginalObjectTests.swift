import CoreReflect
import TestServer
import Testing

extension CoreReflectTests {
    /// The blocks of the original's documentation about saving, removing and transactions.
    @Suite(.eachEngine) struct OriginalObjectTests {
        private typealias User = Original.User
        private typealias Address = Original.Address

        init() throws {
            try ServedEngine.configure()
            try Address.register()
            try User.register()
        }

        /// The first row; a timestamp as its text, as a file holds it.
        private func row(_ sql: String) throws -> [SQLValue] {
            (try Reflect.query(ServedEngine.own(sql)).first?.values ?? []).map { value in
                if case .typed(let typed) = value { .text(typed.text) } else { value }
            }
        }

        @Test func pinAndReference() throws {
            let log = LogLines()
            let address = Address()
            address.street = "Highland Drive Temple Hills"
            address.number = 226
            address.state = "MD"
            address.zip = 20748
            try address.pin()
            expectOriginal(
                log.take().first,
                "INSERT INTO Address ( createdAt, updatedAt, street, number, state, zip ) VALUES (\(text(address.createdAt)), \(text(address.updatedAt)), 'Highland Drive Temple Hills', 226, 'MD', 20748)"
            )
            #expect(address.objectId == 1 && address.createdAt == address.updatedAt)

            let user = User()
            user.firstName = "Kanisha"
            user.lastName = "Classen"
            user.age = 69
            user.birthday = date("1947-01-23 21:46:23")
            user.gender = "female"
            user.email = "kanisha.classen@test.com"
            user.registerNumber = 9798
            user.address = address
            try user.pin()
            let lines = log.take()
            #expect(lines.count == 1)
            expectOriginal(
                lines.first,
                "INSERT INTO User ( createdAt, updatedAt, firstName, lastName, age, birthday, gender, email, registerNumber, Address_objectId ) VALUES (\(text(user.createdAt)), \(text(user.updatedAt)), 'Kanisha', 'Classen', 69, '1947-01-23 21:46:23', 'female', 'kanisha.classen@test.com', 9798, 1)"
            )
            #expect(try row(#"SELECT birthday, "Address_objectId" FROM "User""#) == ["1947-01-23 21:46:23", 1])
        }

        @Test func aSecondPinUpdatesWhatChanged() throws {
            let address = Address(1, "a", "MD", 2)
            try address.pin()
            try ServedEngine.send(
                #"UPDATE "Address" SET "createdAt" = '2001-01-01 00:00:00', "updatedAt" = '2001-01-01 00:00:00'"#)
            let log = LogLines()
            address.zip = 3
            try address.pin()
            let lines = log.take()
            #expect(lines.count == 1)
            expectOriginal(
                lines.first, "UPDATE Address SET updatedAt = \(text(address.updatedAt)), zip = 3 WHERE objectId = 1")
            try address.pin()
            expectOriginal(
                log.take().first, "UPDATE Address SET updatedAt = \(text(address.updatedAt)) WHERE objectId = 1")
            #expect(try row(#"SELECT "createdAt", zip FROM "Address""#) == ["2001-01-01 00:00:00", 3])
        }

        @Test func anObjectIdThatWasSetByHandUpdatesItsRow() throws {
            try Address(1, "a", "MD", 2).pin()
            try ServedEngine.send(
                #"UPDATE "Address" SET "createdAt" = '2001-01-01 00:00:00'"#)
            let log = LogLines()
            let address = Address(9, "b", "GA", 8)
            address.objectId = 1
            try address.pin()
            expectOriginal(
                log.take().first,
                "UPDATE Address SET updatedAt = \(text(address.updatedAt)), street = 'b', number = 9, state = 'GA', zip = 8 WHERE objectId = 1"
            )
            #expect(try row(#"SELECT "createdAt", street FROM "Address""#) == ["2001-01-01 00:00:00", "b"])
            address.objectId = 77
            let stranger = Address(9, "b", "GA", 8)
            stranger.objectId = 77
            let error = #expect(throws: ModelError.self) { try stranger.pin() }
            #expect(error?.code == .rowNotFound && error?.key == [77])
            #expect(stranger.updatedAt == nil && stranger.objectId == 77)
        }

        @Test func unPinAndClean() throws {
            for number in 1...3 { try Address(number, "a", "MD", 2).pin() }
            let log = LogLines()
            let address = Address()
            address.objectId = 2
            try address.unPin()
            expectOriginal(log.take().first, "DELETE FROM Address WHERE objectId = 2")
            #expect(try Address.query().count() == 2)
            _ = log.take()
            #expect(try Address.clean() == 2)
            expectOriginal(log.take().first, "DELETE FROM Address")
        }

        @Test func transaction() throws {
            let log = LogLines()
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
                user.birthday = date("1986-12-26 21:17:15")
                try user.pin()
            }
            let lines = log.take()
            #expect(lines.count == 4)
            let now = text(address.createdAt)
            expectOriginal(lines[0], "BEGIN DEFERRED TRANSACTION")
            expectOriginal(
                lines[1],
                "INSERT INTO Address ( createdAt, updatedAt, street, number, state, zip ) VALUES (\(now), \(now), 'Alpha Village', 101, 'NY', 10203)"
            )
            expectOriginal(
                lines[2],
                "INSERT INTO User ( createdAt, updatedAt, firstName, lastName, age, birthday, gender, email, registerNumber, Address_objectId ) VALUES (\(text(user.createdAt)), \(text(user.updatedAt)), 'Bruno', 'Fernandes', 29, '1986-12-26 21:17:15', 'male', 'bruno@test.me', 987654, 1)"
            )
            expectOriginal(lines[3], "COMMIT TRANSACTION")
        }

        private struct Refusal: Error {}

        @Test func aRollbackGivesTheObjectsBack() throws {
            let old = Address(1, "a", "MD", 2)
            try old.pin()
            let before = old.updatedAt
            let address = Address(2, "b", "MD", 2)
            #expect(throws: Refusal.self) {
                try User.transaction {
                    try address.pin()
                    old.zip = 9
                    try old.pin()
                    try old.unPin()
                    throw Refusal()
                }
            }
            #expect(address.objectId == nil && address.createdAt == nil && !address.isLoaded)
            #expect(old.isLoaded && old.updatedAt == before)
            #expect(try Address.query().findObject().map(\.zip) == [2])
            try address.pin()
            try old.pin()
            #expect(try Address.query().sort("objectId").findObject().map(\.zip) == [9, 2])
        }

        @Test func aStatementThatFailsUndoesWhatWasSavedWithIt() throws {
            try User.index("registerNumber", unique: true)
            let first = User("A", "B", "male", 1, 1, "2000-01-01 00:00:00", at: Address(1, "a", "MD", 2))
            try first.pin()
            let second = User("C", "D", "male", 1, 1, "2000-01-01 00:00:00", at: Address(2, "b", "MD", 2))
            let error = #expect(throws: DatabaseError.self) { try second.pin() }
            #expect(error?.constraint?.kind == .unique)
            #expect(second.objectId == nil && second.createdAt == nil)
            #expect(second.address.objectId == nil && second.address.createdAt == nil)
            #expect(try Address.query().count() == 1)
            // In a transaction that goes on, too.
            try User.transaction {
                try Address(3, "c", "MD", 2).pin()
                #expect(throws: DatabaseError.self) { try second.pin() }
                #expect(second.address.objectId == nil)
            }
            #expect(try Address.query().sort("number").findObject().map(\.number) == [1, 3])
            second.registerNumber = 2
            try second.pin()
            #expect(try User.query().count() == 2)
        }
    }
}
