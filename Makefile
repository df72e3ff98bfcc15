.PHONY: run test web-service oracle torture sweep fuzz sanitize browse-test check format install deb docs api bench bench-postgres bench-mysql growth

run:  ## builds and runs the example
	@scripts/run

test:  ## runs all tests; ARGS go to swift test
	@scripts/test $(ARGS)

web-service:  ## the tests of the example WebService, which needs Hummingbird
	@swift test --package-path Examples/WebService $(ARGS)

oracle:  ## random databases and programs against plain SQL, for minutes; ARGS: --seed N --cases N --seconds N --engine E --kind K
	@scripts/oracle $(ARGS)

torture:  ## kills, faults, concurrency, fuzzing, hostile names; PAGE names a page for the results; ARGS: --kind K --seed N --seconds N
	@scripts/torture $(if $(PAGE),--markdown $(abspath $(PAGE))) $(ARGS)

sweep:  ## zim on every database of FOLDER: read, drawn, copied, its classes compiled and tested; ARGS: --server, --guess, --names
	@scripts/sweep $(FOLDER) $(ARGS)

fuzz:  ## libFuzzer's inputs to what reads texts and files of others, a minute each; ARGS: --seconds N --hours N --keep FOLDER TARGET
	@scripts/fuzz $(ARGS)

sanitize:  ## all tests under the thread sanitizer, the address sanitizer, and checks of exclusive access; ARGS go to swift test
	@scripts/sanitize thread $(ARGS)
	@scripts/sanitize address $(ARGS)
	@scripts/sanitize exclusivity $(ARGS)

browse-test:  ## zim browse in a real browser, headless Chromium; ARGS: --screenshots DIR
	@scripts/browse-test $(ARGS)

check:  ## format, warnings, tests, example, snippets
	@scripts/check

format:  ## formats all Swift files
	@scripts/format

install:  ## builds zim for release and installs it: PREFIX (/usr/local), DESTDIR, POSTGRESQL=1, MYSQL=1
	@scripts/install --prefix "$(or $(PREFIX),/usr/local)" --destdir "$(DESTDIR)" $(if $(POSTGRESQL),--postgresql) $(if $(MYSQL),--mysql)

deb:  ## a Debian package of zim in this folder; POSTGRESQL=1, MYSQL=1
	@scripts/debian-package $(if $(POSTGRESQL),--postgresql) $(if $(MYSQL),--mysql)

docs:  ## the documentation as a static site in .build/docs/site; BASE_PATH is its folder on the web server
	@scripts/docs

api:  ## compares what is public with the last tag
	@scripts/api-breakage

bench:  ## the benchmarks, a package of their own; JSON, SVG and PAGE name files to write, ARGS go to the program
	@swift run --package-path Benchmarks -c release Benchmarks $(BENCH_FILES) $(ARGS)

bench-postgres:  ## the same beside libpq, on a server that is started for the run; the same variables
	@swift run --package-path Benchmarks --traits PostgreSQL -c release Benchmarks --postgres $(BENCH_FILES) $(ARGS)

bench-mysql:  ## the same beside libmariadb, on a server that is started for the run; the same variables
	@swift run --package-path Benchmarks --traits MySQL -c release Benchmarks --mysql $(BENCH_FILES) $(ARGS)

growth:  ## how the cost of a row grows; the same variables
	@swift run --package-path Benchmarks -c release Benchmarks --growth $(BENCH_FILES) $(ARGS)

# SwiftPM changes the folder.
BENCH_FILES = $(if $(JSON),--json $(abspath $(JSON))) $(if $(SVG),--svg $(abspath $(SVG))) \
	$(if $(PAGE),--markdown $(abspath $(PAGE)))
