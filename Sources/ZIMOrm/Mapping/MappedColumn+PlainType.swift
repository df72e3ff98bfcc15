extension MappedColumn {
    /// The type whose values the column holds as they are, without its optional; nil if something converts them, or for
    /// a type of the program's own.
    package var plainType: Any.Type? {
        kind.accept(PlainType())
    }
}

private struct PlainType: FieldKindVisitor {
    func visit<Value: OriginalValue>(_ type: Value.Type) -> Any.Type {
        (Value.self as? any AnyOptional.Type)?.wrappedType ?? Value.self
    }
}
