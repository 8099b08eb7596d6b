# Needs make and Python 3.11 or newer; everything else goes into .venv.
#   make setup PYTHON=python3.12    another interpreter
#   make test WORKERS=4             that many test processes

PYTHON  ?= python3
WORKERS ?= auto

VENV   := .venv
BIN    := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest
XDIST  := -n $(WORKERS) --dist worksteal

PLAY  ?= $(BIN)/schiltron battle open-field --blue captain --red captain --show --html out/replay.html --save out/battle.jsonl
BENCH ?= $(BIN)/python -m benchmarks

# Each file says that a step of the set-up is done; deleting .venv forgets them all.
MADE      := $(VENV)/.made
LOCKED    := $(VENV)/.locked
INSTALLED := $(VENV)/.installed

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play test check test-fast test-slow test-docs bench generated format lock upgrade clean distclean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(INSTALLED) ## .venv with everything in it; a second run does nothing
	@:

play: setup ## watch a battle
	$(PLAY)

test: check test-fast test-slow test-docs ## everything CI runs

check: setup ## lint, formatting, types, import directions
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

test-fast: setup ## tests that take no more than a moment
	$(PYTEST) $(XDIST) -m "not slow"

# pytest's 5 means that no test was selected.
test-slow: setup ## the others
	$(PYTEST) $(XDIST) -m slow || [ $$? -eq 5 ]

test-docs: setup ## links, examples and commands in the pages
	$(BIN)/python tools/check_docs.py

bench: setup ## benchmarks
	$(BENCH)

generated: setup ## what is made from ledgers, code and tests: coverage.json and the page of decisions
	$(BIN)/python -m tools.rule_coverage
	$(BIN)/python -m tools.decisions

format: setup ## put the code into shape
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

COMPILE := --quiet --no-config --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

# Versions stay where they are unless pyproject.toml forbids them; `make upgrade` takes the newest.
lock: $(MADE) ## write requirements/ anew from pyproject.toml
	@test -x $(BIN)/uv || $(BIN)/pip install --quiet "uv>=0.8"
	$(BIN)/uv pip compile $(COMPILE) --group dev --output-file requirements/dev.txt pyproject.toml
	$(BIN)/uv pip compile $(COMPILE) --constraints requirements/dev.txt --output-file requirements/runtime.txt pyproject.toml

upgrade: COMPILE += --upgrade
upgrade: lock ## the same with the newest versions

clean: ## remove caches and build outputs
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks .import_linter_cache
	find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## remove .venv as well
	rm -rf $(VENV)

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
