import Testing

/// All tests of active records: one after the other, as the settings are one for the whole program.
@Suite(.serialized) enum CoreReflectTests {}
