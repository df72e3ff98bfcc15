/// A relationship that a query loads together with its rows, and those to load with what it finds.
struct EagerLoad {
    let relationship: Relationship
    let options: [RelationshipOption]
    var nested: [EagerLoad]
}
