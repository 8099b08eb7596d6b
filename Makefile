# Needs make and Python 3.11 or newer; everything else goes into .venv.
#   make setup PYTHON=python3.12          another interpreter
#   make test WORKERS=4                   that many test processes
#   make test-python OTHER=python3.13     the engine's tests under yet another

# Bytecode is kept, whatever the environment says: without it every process of the tests compiles everything anew.
unexport PYTHONDONTWRITEBYTECODE

PYTHON  ?= python3
WORKERS ?= auto

VENV   := .venv
BIN    := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest
XDIST  := -n $(WORKERS) --dist worksteal

PLAY  ?= $(BIN)/schiltron serve --open
BENCH ?= $(BIN)/python -m benchmarks

# Each file says that a step of the set-up is done; deleting .venv forgets them all.
MADE      := $(VENV)/.made
LOCKED    := $(VENV)/.locked
INSTALLED := $(VENV)/.installed
BREAKER   := $(VENV)/.breaker

# The page. tools/node.py runs Node: the machine's own where it is new enough, else one inside .venv.
NODE    := $(BIN)/python tools/node.py
MODULES := web/node_modules/.made
PAGE    := src/schiltron/server/page/index.html
DRAWN   := $(shell find web -name node_modules -prune -o -type f ! -name '*.test.ts' -print) $(wildcard src/schiltron/drawing/*.json src/schiltron/drawing/*.css)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play test check test-code test-fast test-slow test-docs bench generated format lock upgrade clean distclean
.PHONY: page check-page test-page test-browser test-book test-python package package-check hunt mutants pictures

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(INSTALLED) ## .venv with everything in it; a second run does nothing
	@:

play: setup page ## start the server and open the page; Ctrl-C stops it
	$(PLAY)

# What keeps one core busy runs two at a time; what uses all of them runs by itself.
test: setup page ## everything CI runs
	$(MAKE) --no-print-directory --jobs=2 --output-sync=target check check-page test-page test-docs package-check
	$(MAKE) --no-print-directory test-code
	$(MAKE) --no-print-directory test-browser
	$(MAKE) --no-print-directory test-python

check: setup ## lint, formatting, types, import directions, no memory outside values, no side compared
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/module_state.py
	$(BIN)/python tools/rule_ids.py
	$(BIN)/python tools/books_apart.py
	$(BIN)/python tools/relations.py

test-code: setup ## all tests of Python, the quick and the slow ones
	$(PYTEST) $(XDIST) -m "not browser"

test-fast: setup ## tests that take no more than a moment
	$(PYTEST) $(XDIST) -m "not slow and not browser"

# make test-book BOOK=chainmail
test-book: setup ## the quick tests of one book
	$(PYTEST) $(XDIST) -m "not slow and not browser" tests/rulesets/$(BOOK) tests/captains/$(BOOK)

# pytest's 5 means that no test was selected.
test-slow: setup ## the others
	$(PYTEST) $(XDIST) -m "slow and not browser" || [ $$? -eq 5 ]

# make hunt TIMES=50
TIMES ?= 20
hunt: setup ## crooked positions nobody has tried yet, until one fails
	for _ in $$(seq $(TIMES)); do CI= $(PYTEST) $(XDIST) -q -k fresh_positions tests/rulesets tests/sameness || exit 1; done

# Browsers wait much of the time: one more than there are cores. A machine may stall for a moment: who failed is tried
# once more, alone, and has to pass then.
BROWSERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
test-browser: setup page ## whole battles in a real Chromium; pictures of them in out/screens
	$(PYTEST) -n $(BROWSERS) --dist worksteal -m browser tests/browser || $(PYTEST) -m browser tests/browser --last-failed --last-failed-no-failures none

# The oldest and the newest Python that pyproject.toml names, as far as the machine has them, or those that OTHER names.
OTHER ?=
test-python: setup ## the engine's tests under other Pythons
	$(BIN)/python tools/other_pythons.py $(OTHER)

package: setup page ## wheel and sdist, into dist/
	$(BIN)/python -m hatchling build

package-check: setup page ## both, built elsewhere, installed and played
	$(BIN)/python tools/package_check.py

test-docs: setup ## links, examples and commands in the pages
	$(BIN)/python tools/check_docs.py

page: $(PAGE) ## build the page into the package; a second run does nothing
	@:

check-page: $(MODULES) ## the page: types, lint
	$(NODE) npm run --silent check
	$(NODE) npm run --silent lint

test-page: $(MODULES) ## the page's unit tests
	$(NODE) npm run --silent test

# make mutants BOOK=chainmail CHAPTER=melee SAMPLE=120 CHILDREN=1: so many of the breaks, one at a time; SEED=2 draws others
mutants: $(BREAKER) ## break a chapter's code on purpose and list what no test notices
	$(BIN)/python tools/mutants.py $(BOOK) $(CHAPTER)

pictures: setup page ## take the pictures of the page for the README anew
	$(BIN)/python -m tools.pictures

bench: setup ## benchmarks
	$(BENCH)

generated: setup ## what is made from ledgers, code and tests: coverage.json, the pages of decisions and for programmers
	$(BIN)/python -m tools.rule_coverage
	$(BIN)/python -m tools.decisions
	$(BIN)/python -m tools.page_types
	$(BIN)/python -m tools.api_page
	$(BIN)/python -m tools.joust_plans

format: setup ## put the code into shape
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

COMPILE := --quiet --no-config --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

# Versions stay where they are unless pyproject.toml forbids them; `make upgrade` takes the newest.
lock: $(MADE) ## write requirements/ anew from pyproject.toml
	@test -x $(BIN)/uv || $(BIN)/pip install --quiet "uv>=0.8"
	$(BIN)/uv pip compile $(COMPILE) --all-extras --group dev --output-file requirements/dev.txt pyproject.toml
	$(BIN)/uv pip compile $(COMPILE) --constraints requirements/dev.txt --output-file requirements/runtime.txt pyproject.toml
	$(BIN)/uv pip compile $(COMPILE) --constraints requirements/dev.txt --group engine --output-file requirements/engine.txt pyproject.toml
	$(BIN)/uv pip compile $(COMPILE) --group node --output-file requirements/node.txt
	$(BIN)/uv pip compile $(COMPILE) --constraints requirements/dev.txt --group mutants --output-file requirements/mutants.txt

upgrade: COMPILE += --upgrade
upgrade: lock ## the same with the newest versions

clean: ## remove caches and build outputs
	rm -rf build dist $(dir $(PAGE)) .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks .import_linter_cache
	find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## remove .venv and the page's modules as well
	rm -rf $(VENV) web/node_modules

$(MADE):
	@command -v $(PYTHON) >/dev/null || { \
		echo "No $(PYTHON) here. Schiltron needs Python 3.11 or newer: make setup PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Schiltron needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1)." >&2; \
		echo "Name another one: make setup PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { \
		echo "$(PYTHON) could not make a virtual environment (Debian and Ubuntu: apt install python3-venv)." >&2; exit 1; }
	@touch $@

$(LOCKED): requirements/dev.txt $(MADE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

$(INSTALLED): pyproject.toml $(LOCKED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(BREAKER): requirements/mutants.txt $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/mutants.txt
	@touch $@

$(MODULES): web/package-lock.json tools/node.py $(MADE)
	$(NODE) npm ci --silent
	@touch $@

$(PAGE): $(DRAWN) $(MODULES)
	$(NODE) npm run --silent build
