/// The tables of the workloads as PostgreSQL has them.
enum ServerSchema {
    static let statements = """
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

    /// Three schools of 1,000 students, ten courses each.
    static let courses = """
        INSERT INTO student SELECT s, n, 'student ' || n || ' of ' || s, 1 + n % 5
            FROM unnest('{north,east,south}'::text[]) s, generate_series(1, 1000) n;
        INSERT INTO course SELECT f, c, f || ', part ' || c, 1 + c % 6
            FROM unnest('{law,medicine,music,physics,theology}'::text[]) f, generate_series(1, 100) c;
        INSERT INTO enrolment SELECT school, number, ('{law,medicine,music,physics,theology}'::text[])[1 + k % 5],
                1 + (number * 7 + k * 13) % 100, CASE WHEN k % 3 = 0 THEN NULL ELSE 'B' END
            FROM student, generate_series(0, 9) k;
        """

    /// What ``courses`` gives for one school.
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
