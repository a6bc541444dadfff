# Verbs only; what they do lives in host-tools/ and tests/.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.feltlink
STUBS := $(VENV)/micropython-stubs
# A folder of its own: these stubs stand in for the standard library's
STUBS_PACKAGE := micropython-rp2-stubs==1.29.0.post1
SCRIPT ?=
GAME ?=
BOARD ?= pico-6seat
BASE ?=
SECONDS ?= 300
PART ?=
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help setup demo image test test-emulated bench-emulated fuzz soak screenshots bench lint format docs clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 18

setup: $(STAMP) ## build .venv with the feltlink command and everything the tests use

$(STAMP): host-tools/pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable 'host-tools[dev]'
	$(BIN)/python -m pip install --quiet --upgrade --target $(STUBS) $(STUBS_PACKAGE)
	touch $(STAMP)

demo: setup ## simulated board, host and page; SCRIPT=round plays one round by itself, GAME=uth deals another game
	$(BIN)/feltlink demo $(if $(SCRIPT),--script $(SCRIPT)) $(if $(GAME),--game $(GAME))

image: setup ## one file to flash, with its manifest; BOARD=name BASE=path of MicroPython's own image
	@test -n '$(BASE)' || { echo 'name an official MicroPython image: make image BASE=path (feltlink firmware fetch gets one)' >&2; exit 2; }
	$(BIN)/feltlink firmware image --board $(BOARD) --base '$(BASE)'

test: setup ## every test, under 10 minutes on 2 cores
	$(BIN)/python -m pytest -n 2 --dist loadfile

fuzz: setup ## both sides of the wire, coverage-guided, for SECONDS (300); keeps what is new
	$(BIN)/python -m pip install --quiet --editable 'host-tools[fuzz]'
	$(BIN)/python tests/link/fuzz/run.py -max_total_time=$(SECONDS)

soak: setup ## 50,000 rounds on eight tables killed at random; an hour without a host
	FELTLINK_SOAK=1 $(BIN)/python -m pytest tests/floor/test_many_tables.py tests/link/test_long_absence.py \
	  tests/link/test_exactly_once.py tests/table/test_meter_crash.py --timeout=3600

test-emulated: setup ## a round on a real RP2040 image, emulated; PICO_UF2=path of RPI_PICO-*.uf2
	$(BIN)/python -m pytest tests/emulated -rs

bench-emulated: setup ## the targets on an emulated RP2040; PICO_UF2=path; writes build/bench-emulated.json
	PYTHONPATH=tests $(BIN)/python -m emulated.bench

bench: setup ## latency, bytes and memory beside a named peer; writes build/bench.json
	PYTHONPATH=tests $(BIN)/python -m measure

screenshots: setup ## pictures of every page in every state, in build/screenshots; PART=readme those in docs/pictures
	PYTHONPATH=tests $(BIN)/python tests/browser/screenshots.py $(PART)

lint: setup ## style, formatting and strict types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file .mypy-firmware.ini

format: setup ## put the code in its standard form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: setup ## write the generated pages under docs/ again
	$(BIN)/feltlink docs write

clean: ## forget everything that was built
	rm -rf $(VENV) build
