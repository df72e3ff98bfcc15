import Testing
import ZIMSql

@Suite struct RandomStatementTests {
    /// 20,000 statements in chunks, which run side by side.
    @Test(arguments: 1...8) func renderParseAndComeBack(_ seed: UInt64) throws {
        let engine = try SQLiteRunner()
        var random = RandomStatement(seed: seed)
        for _ in 0..<2500 {
            let statement = random.next()
            let rendered = try statement.render(for: .sqlite)
            let literal = try statement.text(for: .sqlite)
            do {
                try engine.prepares("EXPLAIN " + rendered.sql)
                try engine.prepares("EXPLAIN " + literal)
            } catch {
                Issue.record(error)
                return
            }
            let tokenizer = SQLTokenizer(rendered.sql)
            var text = ""
            var places = 0
            for token in tokenizer.tokens {
                text += token.text
                if token.kind == .parameter { places += 1 }
            }
            guard text == rendered.sql, tokenizer.failure == nil, places == rendered.parameters.count else {
                Issue.record("the tokenizer changes \(rendered.sql)")
                return
            }
        }
    }
}
