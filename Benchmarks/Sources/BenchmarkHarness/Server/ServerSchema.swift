/// The tables of the workloads as each server has them.
enum ServerSchema {
    static func statements(_ engine: ServerEngine) -> String {
        engine == .postgreSQL ? postgreSQL : mySQL
    }

    /// Three schools of 1,000 students, ten courses each.
    static func courses(_ engine: ServerEngine) -> String {
        engine == .postgreSQL ? postgreSQLCourses : mySQLCourses
    }

    /// The phones of nine regions more: a database holds more than one question asks for, and where it does not, whoever
    /// knows that reads the whole table in place of an index.
    static func otherPhones(_ engine: ServerEngine) -> String {
        let regions = engine == .postgreSQL ? "generate_series(1, 9) AS n (i)" : "(\(mySQLNumbers)) AS n"
        return """
            INSERT INTO phone (id, person_region, person_number, label, value)
                SELECT phone.id + 1000000 * n.i, concat('XX-00', n.i), person_number, label, value FROM phone, \(regions)
            """
    }

    private static let mySQLNumbers = (1...9).map { "SELECT \($0) AS i" }.joined(separator: " UNION ")

    private static let postgreSQL = """
        CREATE TABLE person (
            region text NOT NULL,
            number integer NOT NULL,
            first_name text NOT NULL,
            last_name text NOT NULL,
            email text NOT NULL,
            age integer NOT NULL,
            score double precision NOT NULL,
            created_at timestamp NOT NULL,
            avatar bytea NOT NULL,
            note text,
            PRIMARY KEY (region, number)
        );
        CREATE TABLE phone (
            id bigint PRIMARY KEY,
            person_region text NOT NULL,
            person_number integer NOT NULL,
            label text NOT NULL,
            value text NOT NULL
        );
        CREATE INDEX phone_person ON phone (person_region, person_number);
        CREATE TABLE student (
            school text NOT NULL, number integer NOT NULL, name text NOT NULL, year integer NOT NULL,
            PRIMARY KEY (school, number)
        );
        CREATE TABLE course (
            faculty text NOT NULL, code integer NOT NULL, title text NOT NULL, hours integer NOT NULL,
            PRIMARY KEY (faculty, code)
        );
        CREATE TABLE enrolment (
            school text NOT NULL, student integer NOT NULL, faculty text NOT NULL, course integer NOT NULL, grade text,
            PRIMARY KEY (school, student, faculty, course),
            FOREIGN KEY (school, student) REFERENCES student (school, number),
            FOREIGN KEY (faculty, course) REFERENCES course (faculty, code)
        );
        """

    private static let mySQL = """
        CREATE TABLE person (
            region varchar(20) NOT NULL,
            number int NOT NULL,
            first_name varchar(80) NOT NULL,
            last_name varchar(80) NOT NULL,
            email varchar(200) NOT NULL,
            age int NOT NULL,
            score double NOT NULL,
            created_at datetime(6) NOT NULL,
            avatar varbinary(255) NOT NULL,
            note text,
            PRIMARY KEY (region, number)
        );
        CREATE TABLE phone (
            id bigint PRIMARY KEY,
            person_region varchar(20) NOT NULL,
            person_number int NOT NULL,
            label varchar(20) NOT NULL,
            value varchar(40) NOT NULL,
            KEY phone_person (person_region, person_number)
        );
        CREATE TABLE student (
            school varchar(20) NOT NULL, number int NOT NULL, name varchar(80) NOT NULL, year int NOT NULL,
            PRIMARY KEY (school, number)
        );
        CREATE TABLE course (
            faculty varchar(20) NOT NULL, code int NOT NULL, title varchar(80) NOT NULL, hours int NOT NULL,
            PRIMARY KEY (faculty, code)
        );
        CREATE TABLE enrolment (
            school varchar(20) NOT NULL, student int NOT NULL, faculty varchar(20) NOT NULL, course int NOT NULL,
            grade text,
            PRIMARY KEY (school, student, faculty, course),
            FOREIGN KEY (school, student) REFERENCES student (school, number),
            FOREIGN KEY (faculty, course) REFERENCES course (faculty, code)
        );
        """

    private static let mySQLCourses = """
        INSERT INTO student WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            SELECT s, i, concat('student ', i, ' of ', s), 1 + i % 5
            FROM n, (SELECT 'north' AS s UNION SELECT 'east' UNION SELECT 'south') AS schools;
        INSERT INTO course WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
            SELECT f, i, concat(f, ', part ', i), 1 + i % 6
            FROM n, (SELECT 'law' AS f UNION SELECT 'medicine' UNION SELECT 'music' UNION SELECT 'physics'
                UNION SELECT 'theology') AS faculties;
        INSERT INTO enrolment WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
            SELECT school, number, elt(1 + i % 5, 'law', 'medicine', 'music', 'physics', 'theology'),
                1 + (number * 7 + i * 13) % 100, if(i % 3 = 0, NULL, 'B')
            FROM student, n;
        """

    private static let postgreSQLCourses = """
        INSERT INTO student SELECT s, n, 'student ' || n || ' of ' || s, 1 + n % 5
            FROM unnest('{north,east,south}'::text[]) s, generate_series(1, 1000) n;
        INSERT INTO course SELECT f, c, f || ', part ' || c, 1 + c % 6
            FROM unnest('{law,medicine,music,physics,theology}'::text[]) f, generate_series(1, 100) c;
        INSERT INTO enrolment SELECT school, number, ('{law,medicine,music,physics,theology}'::text[])[1 + k % 5],
                1 + (number * 7 + k * 13) % 100, CASE WHEN k % 3 = 0 THEN NULL ELSE 'B' END
            FROM student, generate_series(0, 9) k;
        """

    /// What ``courses(_:)`` gives for one school.
    static func expectedCourses(school: String) -> Digest {
        let faculties = ["law", "medicine", "music", "physics", "theology"]
        var digest = Digest()
        for number in 1...1_000 {
            digest.add([number, 1 + number % 5], ["student \(number) of \(school)"])
            digest.add(
                unordered: (0..<10).map { index in
                    let (faculty, code) = (faculties[index % 5], 1 + (number * 7 + index * 13) % 100)
                    return [faculty, String(code), "\(faculty), part \(code)", String(1 + code % 6)]
                })
        }
        return digest
    }
}
