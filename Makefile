.PHONY: run test check format bench

run:  ## builds and runs the example
	@scripts/run

test:  ## runs all tests; ARGS go to swift test
	@scripts/test $(ARGS)

check:  ## format, warnings, tests, example, snippets
	@scripts/check

format:  ## formats all Swift files
	@scripts/format

bench:  ## the benchmarks, a package of their own
	@if [ -f Benchmarks/Package.swift ]; then swift run --package-path Benchmarks -c release $(ARGS); \
	else echo "There is no Benchmarks/ yet."; fi
