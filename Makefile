# Every command of the house. `make run` and `make test` set up all they need on a machine with python3 and make.

PYTHON ?= python3
BIN := .venv/bin
JOBS ?= 2
PYTEST = $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal

# System packages, by what needs them.
APP_PACKAGES := libgl1 libmtdev1
FIRMWARE_PACKAGES := gcc-avr avr-libc binutils-avr avrdude
BOOTLOADER_PACKAGES := arduino-core-avr
ARM_PACKAGES := gcc-arm-none-eabi
EMULATOR_PACKAGES := gcc libc6-dev pkg-config libsimavr-dev libelf-dev
HARDWARE_PACKAGES := graphviz
WEB_PACKAGES := chromium zbar-tools
TEST_PACKAGES := $(APP_PACKAGES) xvfb xauth xclip xdotool mosquitto strace \
    $(FIRMWARE_PACKAGES) $(BOOTLOADER_PACKAGES) $(EMULATOR_PACKAGES) $(HARDWARE_PACKAGES)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

# Compiled modules and rewritten tests are kept, whatever the machine's habit: the tests start many processes.
export PYTHONDONTWRITEBYTECODE :=

## Play and prove ------------------------------------------------------------------------------------------------

.PHONY: run
run: .venv/ready-run  ## play: the app, or the terminal where there is no display
	@$(if $(DISPLAY)$(WAYLAND_DISPLAY),.ci/system-packages $(APP_PACKAGES))
	@$(BIN)/companion

.PHONY: test
test: .venv/ready-system .venv/ready-test  ## all tests (about 20 minutes on two cores)
	$(PYTEST)

.PHONY: check
check: .venv/ready-system .venv/ready-test  ## the quick tests (a few minutes)
	$(PYTEST) -m "not slow"

.PHONY: lint
lint: .venv/ready-test  ## ruff, mypy, how much is Any, who may import whom
	$(BIN)/ruff check
	$(BIN)/mypy --any-exprs-report build/types
	$(BIN)/python -m tests.tools.any_share build/types
	$(BIN)/lint-imports --no-logo

.PHONY: rules
rules: .venv/ready-test  ## which test holds and which text tells each rule of the ledgers; fails on a rule without one
	@$(BIN)/python -m tests.tools.rules

.PHONY: playthroughs
playthroughs: .venv/ready-test  ## write the golden playthroughs anew
	$(BIN)/python -m tests.tools.playthroughs
	$(BIN)/python -m tests.tools.shown

.PHONY: transcripts
transcripts: .venv/ready-test  ## write the golden evenings of the simulated tower anew
	$(BIN)/python -m tests.tools.transcripts

.PHONY: plurals
plurals: .venv/ready-test  ## write the table of plural forms anew, from CLDR
	$(BIN)/python -m tests.tools.plurals

.PHONY: screenshots
screenshots: .venv/ready-system .venv/ready-test  ## every screen, language and size into build/: make screenshots SHOTS="table era"
	$(BIN)/python -m tests.tools.screenshots $(SHOTS)

.PHONY: stages
stages: .venv/ready-system .venv/ready-test  ## the contact sheets of all stages, into docs/stage
	$(BIN)/python -m tests.tools.stage_sheets

.PHONY: icon
icon: .venv/ready-system .venv/ready-test  ## the emblem as the picture of the window, anew
	$(BIN)/python -m tests.tools.icon

.PHONY: learn
learn: .venv/ready-system .venv/ready-test  ## the lessons as pages with a picture of each step, into docs/learn
	$(BIN)/python -m tests.tools.learn

.PHONY: pictures
pictures: .venv/ready-system .venv/ready-test  ## the pictures that documents show, anew where they are out of date
	$(BIN)/python -m tests.tools.pictures

.PHONY: sounds
sounds: .venv/ready-test  ## the cues of the table anew, each at the loudness of its kind
	$(BIN)/python -m tests.tools.sounds

.PHONY: docs
docs: .venv/ready-docs  ## the docs as a site that can be searched without a network, into build/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -q --strict

.PHONY: wheels
wheels: .venv/ready-test  ## which Pythons and systems get wheels, asked of the registry; CHECK=1: is the table still right?
	$(BIN)/python -m tests.tools.wheels $(if $(CHECK),--check)

.PHONY: release
release: .venv/ready-release  ## all that a release has, into build/release: wheel, firmware, parts, lock, list of parts, notes
	.ci/release

.PHONY: lock
lock: .venv/ready-test  ## the libraries of the kiosk anew, with their checksums: docs/kiosk/requirements.txt
	echo 'hatchling>=1.25' | $(BIN)/uv pip compile -q --generate-hashes --universal --no-header --no-annotate --extra pi --python-version 3.11 pyproject.toml - -o docs/kiosk/requirements.txt

.PHONY: test-release
test-release: release docs .venv/ready-web  ## the release, installed as a stranger would (minutes; CI runs it when packing changed)
	@.ci/system-packages $(WEB_PACKAGES)
	$(BIN)/python -m pytest -q tests/release/play_installed.py tests/release/play_docs.py
	@.ci/release-files > tests/release/tested

.PHONY: bench
bench: .venv/ready-test  ## figures: one JSON object per line, then a table
	@$(BIN)/python -m tests.tools.bench $(BENCH)

.PHONY: soak
soak: .venv/ready-system .venv/ready-test  ## long random runs: make soak SOAK="frames --seed 1 --minutes 5"; without a name: which
	@$(BIN)/python -m tests.tools.soak $(SOAK)

.PHONY: test-web
test-web: .venv/ready-web  ## phones in a real browser (minutes; CI runs it when their pages changed)
	@.ci/system-packages $(WEB_PACKAGES)
	$(BIN)/python -m pytest -q tests/browser/play_phones.py
	$(BIN)/python -m pytest -q tests/browser/play_invite.py
	@.ci/phone-files > tests/browser/tested

.PHONY: phone-pictures
phone-pictures: .venv/ready-web  ## the phones' pages that documents show, anew; PICTURES=all: every one, into build/phones
	@.ci/system-packages $(WEB_PACKAGES)
	$(BIN)/python -m tests.browser.pictures $(PICTURES)

.PHONY: mutants
mutants: .venv/ready-test  ## break the rules on purpose and see whether a test notices (10 minutes)
	$(BIN)/python -m tests.tools.mutants $(MUTANTS)

.PHONY: mechanisms
mechanisms: .venv/ready-test  ## takes out what holds a promise, one after the other: does the named test fail?
	$(BIN)/python -m tests.tools.mechanisms $(MECHANISMS)

## The tower ------------------------------------------------------------------------------------------------------

.PHONY: firmware
firmware: .venv/ready-test  ## build the tower's firmware and show its sizes
	@.ci/system-packages $(FIRMWARE_PACKAGES)
	@$(MAKE) -C firmware PYTHON=$(abspath $(BIN))/python

.PHONY: test-arm
test-arm:  ## does everything but the chip's own file compile for a Cortex-M0+?
	@.ci/system-packages $(ARM_PACKAGES)
	@$(MAKE) -C firmware arm
	@.ci/portable-files > firmware/arm/tested

.PHONY: flash port
port:
	@test -n "$(PORT)" || { echo "Which port is the board on? For example: make flash PORT=/dev/ttyUSB0" >&2; exit 2; }

flash: port firmware  ## write the firmware to the board: make flash PORT=/dev/ttyUSB0
	@$(MAKE) -C firmware flash PORT=$(PORT) PYTHON=$(abspath $(BIN))/python

.PHONY: hardware
hardware: .venv/ready-test  ## every table and drawing that comes out of hardware/tower.toml
	@.ci/system-packages $(HARDWARE_PACKAGES)
	@$(MAKE) -C hardware

.PHONY: hardware-check
hardware-check: .venv/ready-test  ## are they current?
	@$(MAKE) -C hardware check

.PHONY: cad
cad: .venv/ready-test  ## the printed parts anew (fetches about 1 GB the first time)
	@$(MAKE) -C hardware cad

.PHONY: board
board:  ## the carrier board anew (needs KiCad 6)
	@$(MAKE) -C hardware board

.PHONY: twin
twin: .venv/ready-test  ## the digital twin: traces, fit, studies, docs/twin.md; in minutes: make twin TWIN=quick
	@$(MAKE) -C hardware twin

.PHONY: test-hardware
test-hardware: .venv/ready-test  ## the tests that need the CAD kernel or MuJoCo
	@$(MAKE) -C hardware test

## Set-up --------------------------------------------------------------------------------------------------------

.venv/bin/python:
	@PYTHON=$(PYTHON) .ci/virtual-environment

# One stamp for each set of Python packages, renewed when pyproject.toml changes.
EXTRAS_run :=
EXTRAS_test := [test,lint]
EXTRAS_docs := [docs]
EXTRAS_release := [release]
EXTRAS_web := [test,web]

.venv/ready-run .venv/ready-test .venv/ready-docs .venv/ready-release .venv/ready-web: .venv/ready-%: pyproject.toml | .venv/bin/python
	@echo "Installing what '$*' needs into .venv (the first time takes a minute or two)"
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.$(EXTRAS_$*)'
	@touch $@

# Before the virtual environment, so that a machine without root is told all that is missing in one line.
.venv/ready-system: .ci/system-packages Makefile
	@.ci/system-packages $$($(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || echo python3-venv) $(TEST_PACKAGES)
	@mkdir -p .venv && touch $@

.PHONY: clean
clean:  ## remove what was set up and built
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

.PHONY: help
help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## */\1\t/' | expand -t 16
