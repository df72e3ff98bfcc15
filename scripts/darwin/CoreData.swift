// Core Data's own type, which Amigo then does not declare: for scripts/darwin-check only.

public enum NSAttributeType: UInt { case undefinedAttributeType }
