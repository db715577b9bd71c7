# judgecall: everything a person or a machine does with the project. `make help` lists it.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.SUFFIXES:

VENV := .venv
BIN := $(VENV)/bin
# pip alone; a hiccup of the network is tried again.
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq --no-input --retries 8
# PyTorch's builds without graphics card support; where it cannot be reached, PyPI's build does.
TORCH_INDEX := https://download.pytorch.org/whl/cpu

# The first Python that is new enough; `make PYTHON=/path/to/python run` overrides it.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { command -v "$$p"; break; }; done)

# Set-up is repeated when what it depends on has changed, and only then.
key = $(shell { pwd; cat pyproject.toml requirements/torch.txt requirements/$(1).lock; } | sha256sum | cut -c1-16)
VENV_STAMP := $(VENV)/.made-$(shell pwd | sha256sum | cut -c1-16)
RUN_STAMP := $(VENV)/.setup-run-$(call key,run)
DEV_STAMP := $(VENV)/.setup-dev-$(call key,dev)

# An environment whose Python has gone (a system upgrade) is made anew.
$(shell [ -x $(BIN)/python ] || rm -f $(VENV)/.made-*)

.PHONY: help run setup test check coverage mutants fix bench bench-data lock clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' Makefile | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

run: $(RUN_STAMP) ## set everything up, answer a sample question, then chat (with DISCORD_TOKEN set: start the bot)
	@$(BIN)/judgecall start

setup: $(RUN_STAMP) ## make .venv/bin/judgecall

test: check ## the same as check

check: $(DEV_STAMP) ## everything that must be green: format, lint, types, arrows, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest --numprocesses auto --dist worksteal

# Apart from `check`: tracing makes the engine's exploring four times as slow.
coverage: $(DEV_STAMP) ## the tests again, traced: how much of the code they run, and a floor for it (half an hour)
	$(BIN)/pytest --numprocesses auto --dist worksteal --cov --cov-report=term

mutants: $(DEV_STAMP) ## the library against the engine with each rule switched off: which rules would nobody miss?
	$(BIN)/python -m tests.mutants

fix: $(DEV_STAMP) ## repair what can be repaired by machine
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(RUN_STAMP) ## measure: a table on the screen, the same figures in bench.json
	@$(BIN)/python tests/benchmarks/bench.py --output bench.json

bench-data: $(RUN_STAMP) ## answers over all cards and rulings against files of questions (DATA=folder, QUESTIONS=folder)
	@$(BIN)/python tests/benchmarks/bench_data.py

clean: ## remove what was built here; answers' data in JUDGECALL_DATA stays
	rm -rf $(VENV) .lock-venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage bench.json bench-data.json load.json mutants.json
	find bot knowledge rules_engine tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN_STAMP): $(VENV_STAMP)
	$(call install,run,.)

$(DEV_STAMP): $(VENV_STAMP)
	$(call install,dev,.[dev])
	@touch $(RUN_STAMP)

# Every release is pinned and its hash checked, except PyTorch's: which build fits depends on the machine.
# The project comes last and finds everything there (on a Python newer than the lock, one backport more).
define install
	@echo "Setting up judgecall, once (about 500 MB are downloaded):"
	@echo "  1/3 libraries"
	@$(PIP) install --no-deps --require-hashes -r requirements/$(1).lock
	@echo "  2/3 PyTorch"
	@$(PIP) install --retries 0 --timeout 60 --extra-index-url $(TORCH_INDEX) -r requirements/torch.txt || $(PIP) install -r requirements/torch.txt
	@echo "  3/3 judgecall"
	@$(PIP) install --no-build-isolation --editable '$(2)'
	@$(PIP) check
	@rm -f $(VENV)/.setup-$(1)-*
	@touch $@
endef

# Scripts in an environment hold its path: in a folder that was moved it is made anew.
$(VENV_STAMP):
	@[ -n "$(PYTHON)" ] || { echo "judgecall needs Python 3.11 or newer: sudo apt install python3 python3-venv" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "This Python cannot make virtual environments: sudo apt install python3-venv" >&2; exit 1; }
	@"$(PYTHON)" -m venv --clear $(VENV)
	@touch $@

# PyTorch's own index is asked for PyTorch alone, so that every other release and hash is PyPI's.
lock: ## renew requirements/*.lock from pyproject.toml (minutes; on Python 3.11, the oldest supported)
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || { echo "Make the lock with the oldest supported Python: make lock PYTHON=python3.11" >&2; exit 1; }
	@[ -d .lock-venv/wheels ] || { "$(PYTHON)" -m venv --clear .lock-venv; \
		.lock-venv/bin/python -m pip --disable-pip-version-check --quiet install pip-tools==7.6.2; \
		.lock-venv/bin/python -m pip --disable-pip-version-check --quiet download --no-deps --retries 0 --dest .lock-venv/wheels --extra-index-url $(TORCH_INDEX) -r requirements/torch.txt; }
	$(PIP_COMPILE) --output-file requirements/run.lock pyproject.toml
	$(PIP_COMPILE) --constraint requirements/run.lock --extra dev --output-file requirements/dev.lock pyproject.toml
	sed -i -e '/^# WARNING/,$$d' -e '1i # Made by "make lock". PyTorch is left out: requirements/torch.txt.' requirements/run.lock requirements/dev.lock
	@! grep -nE '^(nvidia|cuda|triton)' requirements/*.lock || { echo "The lock was made against PyTorch's build for graphics cards; make it where $(TORCH_INDEX) can be reached" >&2; exit 1; }

PIP_COMPILE = .lock-venv/bin/pip-compile --quiet --no-header --generate-hashes --strip-extras --no-emit-options \
	--no-allow-unsafe --unsafe-package torch --build-deps-for editable --constraint requirements/torch.txt \
	--find-links .lock-venv/wheels
