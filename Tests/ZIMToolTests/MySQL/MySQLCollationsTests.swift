#if MySQL
    import Testing

    @testable import ZIMTool

    /// The nearest collation of the other server.
    @Suite struct MySQLCollationsTests {
        @Test(arguments: [
            ("utf8mb4_general_ci", "utf8mb4_general_ci"), ("utf8mb4_uca1400_ai_ci", "utf8mb4_unicode_520_ci"),
            ("utf8mb4_uca1400_nopad_ai_ci", "utf8mb4_0900_ai_ci"), ("utf8mb4_uca1400_as_cs", "utf8mb4_0900_as_cs"),
            ("utf8mb4_uca1400_german2_ai_ci", "utf8mb4_german2_ci"),
            ("utf8mb4_uca1400_german2_nopad_ai_ci", "utf8mb4_de_pb_0900_ai_ci"),
            ("utf8mb4_uca1400_german2_as_cs", "utf8mb4_de_pb_0900_as_cs"), ("utf8mb4_nopad_bin", "utf8mb4_0900_bin"),
            ("utf8mb4_general_nopad_ci", "utf8mb4_general_ci"), ("utf8mb4_unicode_520_nopad_ci", "utf8mb4_0900_ai_ci"),
            ("utf8mb3_nopad_bin", "utf8mb3_bin"), ("utf8_general_ci", "utf8mb3_general_ci"),
            ("utf8mb3_uca1400_ai_ci", "utf8mb3_unicode_520_ci"), ("utf8mb4_myanmar_ci", "utf8mb4_0900_ai_ci"),
            ("klingon_ci", "klingon_ci"), ("utf8mb4_BIN", "utf8mb4_BIN"), ("UTF8MB4_NOPAD_BIN", "utf8mb4_0900_bin"),
            ("utf8mb4_thai_as_cs", "utf8mb4_thai_as_cs"),
        ])
        func nearestInMySQL(_ name: String, _ other: String) {
            #expect(MySQLDefinitionFittingTests.mySQL.collations.nearest(to: name) == other)
        }

        @Test(arguments: [
            ("utf8mb4_0900_ai_ci", "utf8mb4_uca1400_nopad_ai_ci"),
            ("utf8mb4_0900_as_cs", "utf8mb4_uca1400_nopad_as_cs"),
            ("utf8mb4_0900_as_ci", "utf8mb4_uca1400_nopad_as_ci"), ("utf8mb4_0900_bin", "utf8mb4_nopad_bin"),
            ("utf8mb4_de_pb_0900_ai_ci", "utf8mb4_uca1400_german2_nopad_ai_ci"),
            ("utf8mb4_nb_0900_as_cs", "utf8mb4_uca1400_danish_nopad_as_cs"),
            ("utf8mb4_ja_0900_as_cs_ks", "utf8mb4_uca1400_nopad_as_cs"),
            ("utf8mb4_ru_0900_ai_ci", "utf8mb4_uca1400_nopad_ai_ci"),
        ])
        func nearestInMariaDB(_ name: String, _ other: String) {
            #expect(MySQLDefinitionFittingTests.mariaDB.collations.nearest(to: name) == other)
        }

        @Test(
            arguments: [
                ("utf8mb4_0900_ai_ci", "utf8mb4_uca1400_nopad_ai_ci", nil),
                ("utf8mb4_uca1400_ai_ci", "utf8mb4_unicode_520_ci", nil),
                ("utf8mb4_uca1400_as_cs", "utf8mb4_0900_as_cs", "spaces at the end tell texts apart"),
                ("utf8mb4_general_nopad_ci", "utf8mb4_general_ci", "spaces at the end do not tell texts apart"),
                (
                    "utf8mb4_0900_as_ci", "utf8mb4_nopad_bin",
                    "case tells texts apart, texts are compared character by character"
                ),
                ("utf8mb4_uca1400_nopad_ai_cs", "utf8mb4_0900_as_cs", "accents tell texts apart"),
                ("UTF8MB4_NOPAD_BIN", "utf8mb4_0900_bin", nil),
                ("utf8mb4_unicode_nopad_ci", "utf8mb4_0900_ai_ci", "characters beyond U+FFFF tell texts apart"),
                ("utf8mb4_0900_as_cs", "utf8mb4_nopad_bin", "texts are compared character by character"),
            ] as [(String, String, String?)])
        func whatChangesIsSaid(_ name: String, _ other: String, _ words: String?) {
            #expect(MySQLCollations.difference(name, other) == words)
        }

        /// Whoever pretends to be a server says what he likes.
        @Test func aCollationIsAWord() {
            let odd = "utf8mb4_x; DROP TABLE t"
            let collations = MySQLCollations(names: [odd, "b_b"], defaults: ["utf8mb4": odd, "b": "b_b"])
            #expect(collations.defaults == ["b": "b_b"])
            #expect(collations.nearest(to: "b_a_ci") == "b_b" && collations.nearest(to: "utf8mb4_y") == "utf8mb4_y")
        }
    }
#endif
