import ZIMOrm

/// What went wrong in a step: the call, what SQL says and what we say.
struct Disagreement: Error {
    let call: String
    let expected: String
    let found: String
}

/// A step that cannot be judged, because plain SQL refuses it as well.
struct Unjudged: Error {}

/// A case that cannot go on, because what is right now depends on what the library chose.
struct CaseEnded: Error {}
