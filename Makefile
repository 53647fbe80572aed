# Each target is one line of work; CI runs the same ones. Python 3.11 or newer, pip and make are all they need.
PYTHON ?= python3
BIN := .venv/bin
unexport PYTHONDONTWRITEBYTECODE  # else every process that a test starts compiles all modules anew

.PHONY: run studio quick test test-all check format golden fuzz bench docs tools page clean
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
PAGE := src/bigand/studio/static/index.html
QUICK := tests/test_layers.py tests/test_doctests.py tests/test_workflow.py tests/source tests/view \
  $(addprefix tests/language/test_,check.py colours.py conformance.py format.py fuzz.py mistakes.py parser.py) \
  $(addprefix tests/ground/test_,encode.py join.py keys.py meaning.py tables.py written.py) tests/solve/test_engines.py \
  tests/quantified/test_conformance.py tests/numbers/test_smtlib.py tests/explain/test_reasons.py \
  $(addprefix tests/answer/test_,editors.py every_question.py) $(addprefix tests/apps/test_,cli.py costs.py solve.py) \
  tests/apps/studio/test_fair_queue.py tests/puzzles/test_every_puzzle.py tests/puzzles/lightup/test_rules.py

run: .venv/run            ## check an example, show it as mathematics, solve it, explain what a mistake in it does
	$(BIN)/bigand check examples/queens/queens.touist
	$(BIN)/bigand unicode examples/queens/queens.touist
	$(BIN)/bigand solve examples/queens/queens.touist
	sed 's/bigor/bigand/; /expect/d' examples/queens/queens.touist | $(BIN)/bigand why --set '$$N=4' - || test $$? = 8
	$(BIN)/bigand lightup solve 'https://puzz.link/p?akari/5/4/gci.i.hcgd'
	@echo "\nIn the browser: make studio"

studio: .venv/studio $(PAGE)  ## the workbench in the browser
	$(BIN)/bigand studio

quick: .venv/dev          ## half a minute: layers, doctests, the language, a sample of each package; no browser, no page
	$(PYTEST) $(QUICK)

test: .venv/dev page tools  ## all tests that a change should pass, in about four minutes
	$(PYTEST)

test-all: test            ## and the long ones: Windows simulated, kills, a cluster, attacks; more random cases; commands spawned
	$(PYTEST) -m slow
	BIGAND_TESTS=thorough $(PYTEST) -m "(hypothesis or thorough) and not slow"
	BIGAND_TESTS=thorough BIGAND_CHILDREN=spawn $(PYTEST) tests/apps

check: .venv/dev $(PAGE)  ## layout, lint, types, order of the packages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy src tests bench
	$(BIN)/python -m pytest tests/test_layers.py

format: .venv/dev         ## lay out the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: .venv/dev         ## write the expected outputs anew; read the diff before you commit it
	BIGAND_GOLDEN=write $(BIN)/python -m pytest tests -k golden || true
	git diff --stat tests/golden

fuzz: .venv/dev           ## PROGRAMS (20000) against the reference evaluator, random texts for SECONDS (60)
	$(BIN)/python -m tests.fuzz --programs $(or $(PROGRAMS),20000) --seconds $(or $(SECONDS),60)

bench: .venv/dev          ## speed, by stage and size
	$(BIN)/python -m bench.run

docs: .venv/dev           ## the pages that are made from the code
	$(BIN)/python -m tests.make_docs

page: .venv/run           ## the studio's page, if it can be built here; its tests are skipped otherwise
	@$(MAKE) --no-print-directory $(PAGE) || echo "the studio's page could not be built; its tests are skipped"

tools:                    ## programs that tests use beside ours, where they can be installed
	sh tests/tools.sh

clean:
	rm -rf studio/node_modules studio/generated src/bigand/studio/static .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis

.venv/run: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/dev: pyproject.toml .venv/run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

.venv/studio: pyproject.toml .venv/run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[studio]'
	touch $@

$(PAGE): .venv/run $(shell find studio -type f -not -path '*/node_modules/*' -not -path '*/generated/*') $(wildcard docs/*.md)
	sh studio/build.sh $(BIN)
