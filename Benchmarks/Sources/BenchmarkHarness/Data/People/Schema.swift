/// The tables that every workload runs on.
public enum Schema {
    static let statements = [
        """
        CREATE TABLE person (
            region TEXT NOT NULL,
            number INTEGER NOT NULL,
            first_name TEXT NOT NULL,
            last_name TEXT NOT NULL,
            email TEXT NOT NULL,
            age INTEGER NOT NULL,
            score REAL NOT NULL,
            created_at TEXT NOT NULL,
            avatar BLOB NOT NULL,
            note TEXT,
            PRIMARY KEY (region, number)
        )
        """,
        """
        CREATE TABLE phone (
            id INTEGER PRIMARY KEY,
            person_region TEXT NOT NULL,
            person_number INTEGER NOT NULL,
            label TEXT NOT NULL,
            value TEXT NOT NULL,
            FOREIGN KEY (person_region, person_number) REFERENCES person (region, number)
        )
        """,
        "CREATE INDEX phone_person ON phone (person_region, person_number)",
    ]
}
