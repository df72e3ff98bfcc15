.PHONY: run test check format bench

run:  ## builds and runs the example
	@scripts/run

test:  ## runs all tests; ARGS go to swift test
	@scripts/test $(ARGS)

check:  ## format, warnings, tests, example, snippets
	@scripts/check

format:  ## formats all Swift files
	@scripts/format

bench:  ## the benchmarks, a package of their own; JSON and SVG name files to write, ARGS go to the program
	@swift run --package-path Benchmarks -c release Benchmarks \
		$(if $(JSON),--json $(JSON)) $(if $(SVG),--svg $(SVG)) $(ARGS)
