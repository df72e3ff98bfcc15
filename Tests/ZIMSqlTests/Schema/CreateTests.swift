import Testing
import ZIMSql

@Suite struct CreateTests {
    @Test func aTableWithEverything() {
        expectSQL(
            CreateTableStatement("t").ifNotExists()
                .column("name", type: .varchar(40), .notNull, .unique, .collate("C"))
                .column("a", type: .integer, .default(-1), .check(.column("a") >= -1))
                .column("b", type: .integer, .generated(.column("a") * 2))
                .column("at", type: .timestamp, .default(.currentTimestamp), .null)
                .column("it's", type: .text, .default("it's"))
                .column(
                    "person_pk", type: .bigInt,
                    .references(
                        "person", ["pk"], onDelete: .setNull, onUpdate: .cascade, deferrable: .initiallyDeferred)
                )
                .unique(["a", "b"], name: "two").check(.column("a") != 3, name: "not three"),
            #"CREATE TABLE IF NOT EXISTS "t" ("name" VARCHAR(40) NOT NULL UNIQUE COLLATE "C", "a" INTEGER DEFAULT (-1) CHECK ("a" >= (-1)), "#
                + #""b" INTEGER GENERATED ALWAYS AS ("a" * 2) STORED, "at" TIMESTAMP DEFAULT CURRENT_TIMESTAMP NULL, "#
                + #""it's" TEXT DEFAULT 'it''s', "#
                + #""person_pk" BIGINT REFERENCES "person" ("pk") ON DELETE SET NULL ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED, "#
                + #"CONSTRAINT "two" UNIQUE ("a", "b"), CONSTRAINT "not three" CHECK ("a" <> 3))"#)
    }

    @Test func defaultsOfEachEngine() {
        expectSQL(
            CreateTableStatement("t").column("on", type: .boolean, .default(true)).column(
                "half", type: .double, .default(0.5)
            )
            .column("day", type: .date, .default(.currentDate)).column("no", type: .text, .default(nil))
            .column("sum", type: .integer, .default(.expression(.value(1) + 2))),
            #"CREATE TABLE "t" ("on" BOOLEAN DEFAULT (1), "half" DOUBLE DEFAULT 0.5, "day" DATE DEFAULT CURRENT_DATE, "#
                + #""no" TEXT DEFAULT NULL, "sum" INTEGER DEFAULT (1 + 2))"#,
            postgreSQL: .text(
                #"CREATE TABLE "t" ("on" BOOLEAN DEFAULT (TRUE), "half" DOUBLE PRECISION DEFAULT 0.5, "#
                    + #""day" DATE DEFAULT CURRENT_DATE, "no" TEXT DEFAULT NULL, "sum" INTEGER DEFAULT (1 + 2))"#))
    }

    @Test func compositeKeys() {
        expectSQL(
            CreateTableStatement("shelf", temporary: true).column("w", type: .integer).column("i", type: .text)
                .primaryKey(["w", "i"])
                .foreignKey(
                    ["w", "i"], references: "stock", ["warehouse", "item"], onDelete: .cascade, name: "in stock"
                )
                .withoutRowid().strict(),
            #"CREATE TEMPORARY TABLE "shelf" ("w" INTEGER, "i" TEXT, PRIMARY KEY ("w", "i"), CONSTRAINT "in stock" "#
                + #"FOREIGN KEY ("w", "i") REFERENCES "stock" ("warehouse", "item") ON DELETE CASCADE) STRICT, WITHOUT ROWID"#,
            postgreSQL: .textOnly(
                #"CREATE TEMPORARY TABLE "shelf" ("w" INTEGER, "i" TEXT, PRIMARY KEY ("w", "i"), CONSTRAINT "in stock" "#
                    + #"FOREIGN KEY ("w", "i") REFERENCES "stock" ("warehouse", "item") ON DELETE CASCADE)"#))
        expectSQL(
            CreateTableStatement("copy").as(SelectStatement().from("person").where("first_name", .equalTo, "it's")),
            #"CREATE TABLE "copy" AS SELECT * FROM "person" WHERE "first_name" = 'it''s'"#, rows: [[0]],
            reading: "SELECT count(*) FROM copy")
        expectMistake(
            CreateTableStatement("t").column("a", type: .int).foreignKey(["a"], references: "b", ["c", "d"]), .invalid,
            "c")
        expectMistake(CreateTableStatement("t"), .incomplete, "columns")
        expectMistake(CreateTableStatement().column("a", type: .int), .incomplete, "name")
        expectMistake(CreateTableStatement("t").column("a", type: .int).primaryKey([]), .incomplete, "PRIMARY")
        for type in ["INT); DROP TABLE person; --", "INT, b INT", "INT COMMENT \"\\\" \", DROP b, ADD c \"", ""] {
            expectMistake(CreateTableStatement("t").column("a", type: SQLDataType(type)), .invalid, "type")
            expectMistake(AlterTableStatement("t").column("a", type: SQLDataType(type)), .invalid, "type")
        }
        // It has neither of a table that is made from a query; PostgreSQL writes neither anywhere.
        for table in [CreateTableStatement("t").strict(), CreateTableStatement("t").withoutRowid()] {
            expectSQL(
                table.as(SelectStatement().column("pk").from("person")), nil,
                postgreSQL: .text(#"CREATE TABLE "t" AS SELECT "pk" FROM "person""#))
        }
    }

    @Test func columnsWithoutATypeAndVirtualOnes() throws {
        expectSQL(
            CreateTableStatement("t").column("a").column(
                "b", type: .integer, .generated(.column("a") + 1, stored: false)),
            #"CREATE TABLE "t" ("a", "b" INTEGER GENERATED ALWAYS AS ("a" + 1) VIRTUAL)"#, postgreSQL: .unsupported)
        expectSQL(
            CreateTableStatement("t").column("a", type: .bigInt, .primaryKey(autoIncremented: true)),
            #"CREATE TABLE "t" ("a" INTEGER PRIMARY KEY AUTOINCREMENT)"#,
            postgreSQL: .text(#"CREATE TABLE "t" ("a" BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY)"#))
        let counted = CreateTableStatement("t").column("a", type: .int, .identity())
            .column("b", type: .bigInt, .identity(always: true), .unique)
        #expect(
            try counted.text(for: .postgreSQL)
                == #"CREATE TABLE "t" ("a" INT GENERATED BY DEFAULT AS IDENTITY, "b" BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE)"#
        )
        #expect(throws: SQLBuildError.self) { try counted.text(for: .sqlite) }
        expectSQL(
            CreateTableStatement("t").column("a", type: .int, primaryKey: true).column("b", type: .text, unique: true)
                .column("c", type: .dateTime, defaultValue: .currentDateTime),
            #"CREATE TABLE "t" ("a" INT PRIMARY KEY NOT NULL, "b" TEXT UNIQUE, "c" DATETIME DEFAULT (datetime('now', 'localtime')))"#,
            postgreSQL: .text(
                #"CREATE TABLE "t" ("a" INT PRIMARY KEY NOT NULL, "b" TEXT UNIQUE, "c" TIMESTAMP DEFAULT LOCALTIMESTAMP)"#
            ))
    }

    @Test(arguments: [
        SQLDataType.bigInt, .blob, .boolean, .clob, .date, .dateTime, .double, .doublePrecision, .float, .int, .int2,
        .int8,
        .integer, .mediumInt, .numeric, .real, .smallInt, .text, .time, .timestamp, .tinyInt, .unsignedBigInt, .variant,
        .any,
        .json, .uuid, .char(3), .character(3), .decimal(5, 2), .nativeCharacter(3), .nchar(3), .numeric(4, 1),
        .nvarchar(3),
        .varchar(3),
        .varyingCharacter(3),
    ])
    func everyTypeOnBothEngines(_ type: SQLDataType) {
        let own = PostgreSQLDialect().typeName(type)
        expectSQL(
            CreateTableStatement("t").column("a", type: type), #"CREATE TABLE "t" ("a" \#(type.name))"#,
            postgreSQL: .text(#"CREATE TABLE "t" ("a" \#(own))"#))
    }

    @Test func indexes() {
        expectSQL(
            CreateIndexStatement("by name", on: "person", unique: true).ifNotExists().column("last_name")
                .column("age", descending: true).where("region", .equalTo, "north").where("age", .isNot, nil),
            #"CREATE UNIQUE INDEX IF NOT EXISTS "by name" ON "person" ("last_name", "age" DESC) "#
                + #"WHERE "region" = 'north' AND "age" IS NOT NULL"#)
        expectSQL(
            CreateIndexStatement().index("i", on: "person").column(.lower(.column("email"))).column(.column("age") + 1)
                .columns(["region"]),
            #"CREATE INDEX "i" ON "person" ((lower("email")), ("age" + 1), "region")"#)
        expectSQL(
            CreateIndexStatement("i", on: "person").using("hash").column("region"), nil,
            postgreSQL: .text(#"CREATE INDEX "i" ON "person" USING "hash" ("region")"#))
        expectSQL(
            CreateIndexStatement("i", on: "person").column("region", nulls: .first), nil,
            postgreSQL: .text(#"CREATE INDEX "i" ON "person" ("region" NULLS FIRST)"#))
        expectSQL(
            CreateIndexStatement("i", on: "person").column(.column("region").collate("C")),
            #"CREATE INDEX "i" ON "person" ("region" COLLATE "C")"#)
        // The schema of both stands where the engine has it.
        for index in [
            CreateIndexStatement("main.i", on: "person"), CreateIndexStatement("i", on: "main.person"),
            CreateIndexStatement(SQLIdentifier("main", "i"), on: "main.person"),
        ] {
            expectSQL(
                index.column("age"), #"CREATE INDEX "main"."i" ON "person" ("age")"#,
                postgreSQL: .textOnly(#"CREATE INDEX "i" ON "main"."person" ("age")"#))
        }
        expectMistake(CreateIndexStatement("a.i", on: "b.person").column("age"), .invalid, "another schema")
        let folded = CreateIndexStatement("Main.i", on: "main.person").column("age")
        let rendered = try? folded.render(for: .sqlite).sql
        #expect(rendered == #"CREATE INDEX "Main"."i" ON "person" ("age")"#)
        #expect(throws: SQLBuildError.self) { try folded.render(for: .postgreSQL) }
        expectMistake(CreateIndexStatement("i", on: "person"), .incomplete, "columns")
        expectMistake(CreateIndexStatement().column("a"), .incomplete, "name")
    }

    @Test func views() {
        expectSQL(
            CreateViewStatement("adult").columns(["who"]).as(
                SelectStatement().column("first_name").from("person").where("age", .greaterThanOrEqualTo, 18)
                    .orderBy("pk")),
            #"CREATE VIEW "adult" ("who") AS SELECT "first_name" FROM "person" WHERE "age" >= 18 ORDER BY "pk""#,
            rows: [["Ada"], ["Grace"], ["Alan"]], reading: "SELECT who FROM adult")
        expectSQL(
            CreateViewStatement().view("v", temporary: true).ifNotExists().sql("SELECT \("it's") AS a"),
            #"CREATE TEMPORARY VIEW IF NOT EXISTS "v" AS SELECT 'it''s' AS a"#, postgreSQL: .unsupported,
            rows: [["it's"]], reading: "SELECT a FROM v")
        expectSQL(
            CreateViewStatement("v").orReplace().as(SelectStatement().from("person")), nil,
            postgreSQL: .text(#"CREATE OR REPLACE VIEW "v" AS SELECT * FROM "person""#))
        expectMistake(CreateViewStatement("v"), .incomplete, "query")
        let one = SelectStatement().column(1)
        expectMistake(CreateViewStatement("v").sql("SELECT 1").as(one), .invalid, "both")
        expectMistake(CreateViewStatement("v").as(one).sql("SELECT 1"), .invalid, "both")
    }

    @Test func triggers() {
        let trigger = CreateTriggerStatement("stamp").after().onUpdate("person", columns: ["age"])
            .when("OLD.age", .isNot, column: "NEW.age").whenBlock { $0.where("NEW.age", .greaterThan, 0) }
            .perform(
                InsertStatement(into: "phone call").column("person_pk", value: .name("NEW.pk"))
                    .column("label", value: "it's").column("minutes", value: .column("age", of: "OLD")))
        let change =
            "UPDATE person SET age = 99 WHERE pk = 1; SELECT person_pk, label, minutes FROM \"phone call\" WHERE pk > 6"
        expectSQL(
            trigger,
            #"CREATE TRIGGER "stamp" AFTER UPDATE OF "age" ON "person" FOR EACH ROW WHEN ("OLD"."age" IS NOT "NEW"."age" "#
                + #"AND ("NEW"."age" > 0)) BEGIN INSERT INTO "phone call" ("person_pk", "label", "minutes") "#
                + #"VALUES ("NEW"."pk", 'it''s', "OLD"."age"); END"#,
            postgreSQL: .text(
                #"CREATE OR REPLACE FUNCTION "zim_person.stamp"() RETURNS trigger LANGUAGE plpgsql AS $zim$BEGIN INSERT INTO "phone call" "#
                    + #"("person_pk", "label", "minutes") VALUES (NEW."pk", 'it''s', OLD."age"); RETURN NEW; END$zim$; "#
                    + #"CREATE TRIGGER "stamp" AFTER UPDATE OF "age" ON "person" FOR EACH ROW WHEN "#
                    + #"(OLD."age" IS DISTINCT FROM NEW."age" AND (NEW."age" > 0)) EXECUTE FUNCTION "zim_person.stamp"()"#
            ),
            rows: [[1, "it's", 36]], reading: change)
        expectSQL(
            CreateTriggerStatement().trigger("gone", temporary: true).ifNotExists().before().onDelete("person")
                .perform(DeleteStatement(from: "phone call").where("person_pk", .equalTo, column: "OLD.pk"))
                .sql("SELECT \("a;b")"),
            #"CREATE TEMPORARY TRIGGER IF NOT EXISTS "gone" BEFORE DELETE ON "person" FOR EACH ROW BEGIN "#
                + #"DELETE FROM "phone call" WHERE "person_pk" = "OLD"."pk"; SELECT 'a;b'; END"#,
            postgreSQL: .unsupported,
            rows: [[2]], reading: "DELETE FROM person WHERE pk = 1; SELECT count(*) FROM \"phone call\"")
        expectMistake(CreateTriggerStatement("t"), .incomplete, "event")
        expectMistake(CreateTriggerStatement("t").onInsert("person"), .incomplete, "perform")
    }

    @Test func dropsAndAlterations() {
        expectSQL(DropTableStatement("stock"), #"DROP TABLE "stock""#)
        expectSQL(DropTableStatement().table("no such", exists: true), #"DROP TABLE IF EXISTS "no such""#)
        expectSQL(
            DropTableStatement("person").cascade(), nil, postgreSQL: .text(#"DROP TABLE "person" CASCADE"#))
        expectSQL(DropIndexStatement("i").ifExists(), #"DROP INDEX IF EXISTS "i""#)
        expectSQL(DropIndexStatement("i", on: "main.person").ifExists(), #"DROP INDEX IF EXISTS "main"."i""#)
        expectSQL(DropViewStatement().view("v", exists: true), #"DROP VIEW IF EXISTS "v""#)
        expectSQL(
            DropTriggerStatement("t", on: "person").ifExists(), #"DROP TRIGGER IF EXISTS "t""#,
            postgreSQL: .text(#"DROP TRIGGER IF EXISTS "t" ON "person""#))
        expectSQL(
            AlterTableStatement("person").column("note", type: .text, .default("")),
            #"ALTER TABLE "person" ADD COLUMN "note" TEXT DEFAULT ''"#)
        expectSQL(AlterTableStatement("person").rename("people"), #"ALTER TABLE "person" RENAME TO "people""#)
        expectSQL(
            AlterTableStatement().table("person").renameColumn("fax", to: "tele fax"),
            #"ALTER TABLE "person" RENAME COLUMN "fax" TO "tele fax""#)
        expectSQL(AlterTableStatement("person").dropColumn("fax"), #"ALTER TABLE "person" DROP COLUMN "fax""#)
        expectSQL(
            AlterTableStatement("person").setType(.text, of: "age", using: .column("age").cast(as: .text)), nil,
            postgreSQL: .text(#"ALTER TABLE "person" ALTER COLUMN "age" TYPE TEXT USING CAST("age" AS TEXT)"#))
        expectSQL(
            AlterTableStatement("person").check(.column("age") > 0, name: "c"), nil,
            postgreSQL: .text(#"ALTER TABLE "person" ADD CONSTRAINT "c" CHECK ("age" > 0)"#))
        expectSQL(
            AlterTableStatement("person").setNotNull(of: "age"), nil,
            postgreSQL: .text(#"ALTER TABLE "person" ALTER COLUMN "age" SET NOT NULL"#))
        expectSQL(
            AlterTableStatement("person").setDefault(nil, of: "age"), nil,
            postgreSQL: .text(#"ALTER TABLE "person" ALTER COLUMN "age" DROP DEFAULT"#))
        expectMistake(AlterTableStatement("person"), .incomplete, "column")
        expectMistake(AlterTableStatement("person").dropColumn("a").dropColumn("b"), .invalid, "2 changes")
        expectMistake(DropTableStatement(), .incomplete, "name")
    }
}
