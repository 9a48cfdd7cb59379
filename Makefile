# Every target sets up what it needs in .venv; a Python from 3.11 on and make are enough.

PYTHON ?= python3
VENV := .venv
COMPILED := .venv-compiled
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
DEALS ?= 1000
SECONDS_EACH ?= 60

.PHONY: demo test check docs bench scaling environments figures train soak differential fuzz mutate catalogues test-versions test-compiled wheel wheel-compiled clean

demo: $(VENV)/.library
	$(BIN)/crapette demo

# What can't be tested for want of a package is not measured either.
test: $(VENV)/.dev
	LEFT_OUT_OF_COVERAGE=$$($(BIN)/python -c 'import conftest; print(*conftest.collect_ignore)') \
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-report=term-missing:skip-covered $(ARGS)

export NO_MKDOCS_2_WARNING := 1

check: $(VENV)/.dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/basedpyright
	$(BIN)/lint-imports
	$(BIN)/python -m handbook
	$(BIN)/mkdocs build --strict

docs: $(VENV)/.dev
	$(BIN)/python -m handbook picture
	$(BIN)/python -m handbook
	$(BIN)/mkdocs build --strict

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks $(ARGS)

scaling: $(VENV)/.cluster
	$(BIN)/python -m benchmarks.scaling $(ARGS)

environments: $(VENV)/.rl
	$(BIN)/python -m benchmarks.environments $(ARGS)

# An agent that learns to play, in less than two minutes on two cores.
train: $(VENV)/.rl
	$(BIN)/python -m examples.train $(ARGS)

# What the variants are like, played anew and written into docs/figures.md.
figures: $(VENV)/.dev
	$(BIN)/python -m benchmarks.figures

soak: $(VENV)/.dev
	$(BIN)/python -m tests.soak --deals $(DEALS) $(ARGS)

differential: $(VENV)/.dev
	$(BIN)/python -m tests.differential $(ARGS)

# Brings src/crapette/locale up to date with the messages in the sources, and compiles it.
catalogues: $(VENV)/.dev
	$(BIN)/python -m tests.catalogues

# Each parser for a minute; what is new goes to build/fuzz, what finds something out is kept in fuzz/corpus.
fuzz: $(VENV)/.fuzz
	sh fuzz/run.sh $(BIN)/python $(SECONDS_EACH)

# Every change of the engine that mutmut can think of, one at a time: some test should notice.
mutate: $(VENV)/.mutate
	rm -rf mutants
	$(BIN)/mutmut run
	$(BIN)/python -m tests.mutation

# The tests under every Python from 3.11 on that is found, each in an environment of its own.
test-versions:
	PYTHON=$(PYTHON) sh tests/versions.sh

# All tests once more, of the compiled wheel and outside src, which is not on the path.
test-compiled: wheel-compiled
	[ -d $(COMPILED) ] || $(PYTHON) -m venv $(COMPILED)
	$(COMPILED)/bin/python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps dist/*-cp*.whl
	$(COMPILED)/bin/python -m pip install --quiet --disable-pip-version-check 'crapette[bench,browser,cluster,dev,rl]'
	$(COMPILED)/bin/python -m pytest -n 2 --dist worksteal tests README.md docs $(ARGS)

wheel: $(VENV)/.dev
	$(BIN)/python -m build --wheel --outdir dist

# The engine compiled; needs a C compiler. Whatever Python it was for before, dist then has one of these.
wheel-compiled: $(VENV)/.dev
	rm -f dist/*-cp*.whl
	CRAPETTE_COMPILE=1 $(BIN)/python -m build --wheel --outdir dist

clean:
	rm -rf $(VENV) $(COMPILED) build dist site mutants .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "crapette needs Python 3.11 or later: make PYTHON=…")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.library: $(VENV)/.made pyproject.toml
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.made pyproject.toml
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.library

$(VENV)/.fuzz: $(VENV)/.made pyproject.toml
	$(PIP) --editable '.[fuzz]'
	@touch $@

$(VENV)/.mutate: $(VENV)/.dev
	$(PIP) --editable '.[mutate]'
	@touch $@

$(VENV)/.cluster: $(VENV)/.made pyproject.toml
	$(PIP) --editable '.[cluster]'
	@touch $@

$(VENV)/.browser: $(VENV)/.made pyproject.toml
	$(PIP) --editable '.[browser]'
	@touch $@

$(VENV)/.rl: $(VENV)/.made pyproject.toml
	$(PIP) --editable '.[rl]'
	@touch $@

$(VENV)/.bench: $(VENV)/.made pyproject.toml
	$(PIP) --editable '.[bench]'
	@touch $@
