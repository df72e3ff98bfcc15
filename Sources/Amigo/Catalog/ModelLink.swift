/// A property that refers to another model, and the columns of its foreign key.
struct ModelLink {
    let reference: ModelReference
    /// The class that is referred to.
    let target: Model.Type
    /// The foreign key's columns here.
    let columns: [String]
    /// The columns over there, in the same order.
    let referred: [String]
    let isRequired: Bool
    /// Those of ``columns`` that the model declares by themselves, too, by their position here.
    let shared: [Int]

    var property: String { reference.property }
}

/// A relationship with a name, as `using(_:).relationship(_:)` follows it.
enum ModelRelationship {
    /// The model that a property refers to.
    case toOne(ModelLink)
    /// The models of a class whose link points here.
    case oneToMany(Model.Type, ModelLink)
    case manyToMany(ManyToManySide)
}

/// A many-to-many relationship as one of its two classes sees it.
struct ManyToManySide {
    let join: JoinPlan
    /// Whether the class is the join's left one.
    let isLeft: Bool

    var own: JoinPlan.End { isLeft ? join.left : join.right }
    var other: JoinPlan.End { isLeft ? join.right : join.left }
}

/// What joins the models of two classes.
struct JoinPlan {
    /// One of the two classes.
    struct End {
        let type: Model.Type
        /// The columns of the join table that point to it, in the order of its key.
        let columns: [String]
        /// Its key.
        let key: [String]
        /// The through model's link to it.
        var link: ModelLink?
    }

    /// The through model.
    struct Through {
        let type: Model.Type
        /// The columns of the join table that point to it, in the order of its key.
        let columns: [String]
        let key: [String]
        let placement: Amigo.ManyToMany.JoinTable
    }

    let label: String
    /// The join table.
    let table: String
    var left: End
    var right: End
    let through: Through?
}
