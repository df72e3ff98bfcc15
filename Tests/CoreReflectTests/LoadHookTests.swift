import CoreReflect
import TestServer
import Testing

private class Visit: Reflect {
    var count = 0
    override func didLoad() throws {
        count += 10
        try pin()
    }
}

extension CoreReflectTests {
    /// `didLoad()` is called behind the statement, so that what it saves is not read again.
    @Suite(.eachEngine) struct LoadHookTests {
        init() throws {
            try ServedEngine.configure()
            try Visit.register()
            try Visit.clean()
            for count in 1...3 {
                let visit = Visit()
                visit.count = count
                try visit.pin()
            }
        }

        @Test func objectsOfAQueryAndAnObjectThatIsFetched() throws {
            try Visit.transaction { () throws in
                let found = try Visit.query().filter("count", .greaterThan, value: 0).findObject()
                #expect(found.map(\.count).sorted() == [11, 12, 13])
                let visit = Visit()
                visit.objectId = found[0].objectId
                visit.count = -1
                try visit.fetch()
                #expect(visit.count == found[0].count + 10)
                #expect(try !visit.hasChanges())
                // The statement is over, so that the table can be changed by a hook in any way.
                #expect(try Visit.query().count() == 3)
            }
        }
    }
}
