# make run         an environment, a database, a first account, and the server on http://127.0.0.1:8000/
# make test        every check there is; .ci/run calls this and nothing else (make test-postgres is a part of it)
# make soak        load, kills, backups and measurements, for an hour; not a part of make test
# make demo        sample clients with drafts and completed assessments (then: make run)
# make lock        compile requirements*.in into requirements*.txt with hashes
# make catalogues  bring new texts into the catalogues of Persian and Georgian
# make fix         let ruff and djlint put the layout right

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.SILENT:
.DEFAULT_GOAL := help

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
HOST ?= 127.0.0.1

# What production would be started with; nobody ever serves with this key.
AS_PRODUCTION = PE_ENVIRONMENT=production DEBUG= PE_TODAY= ALLOWED_HOSTS=pe-wizard.invalid \
	SECRET_KEY="$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))')"

# One worker a core; a file of tests stays with one worker. Browsers run one after the other.
SPREAD := --numprocesses auto --dist loadfile

.PHONY: help run demo test test-postgres soak postgres lint types messages browser lock catalogues fix clean
help:
	sed -n 's/^# \?//p; /^$$/q' Makefile

# ---- environment: made once, remade when the locked requirements change

$(BIN)/python:
	"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; name it with: make PYTHON=/path/to/python ...")'
	"$(PYTHON)" -m venv $(VENV) || { echo "Python cannot make an environment here. On Debian: apt-get install python3-venv" >&2; exit 1; }

$(VENV)/.runtime: requirements.txt | $(BIN)/python
	echo "Installing what the product runs on ..."
	$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.txt
	touch $@

$(VENV)/.development: requirements-dev.txt | $(BIN)/python
	echo "Installing what the product is tested with ..."
	$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements-dev.txt
	touch $(VENV)/.runtime $@

# ---- run

# Messages in Persian and Georgian; compiled here, so no compiled file is kept in the repository.
messages: | $(BIN)/python
	for catalogue in pe_wizard/locale treaties/locale; do
		if compgen -G "$$catalogue/*/LC_MESSAGES/*.po" > /dev/null; then
			$(BIN)/pybabel --quiet compile --domain django --directory "$$catalogue"
		fi
	done

run: $(VENV)/.runtime messages
	$(BIN)/python manage.py migrate --verbosity 0
	$(BIN)/python manage.py first_adviser --verbosity 0
	echo "  PE Wizard is at http://$(HOST):$(PORT)/ - Ctrl-C stops it, everything is kept."
	echo
	PE_ENVIRONMENT=development exec $(BIN)/gunicorn pe_wizard.wsgi --bind "$(HOST):$(PORT)" --threads 8 --no-control-socket --log-level warning

demo: $(VENV)/.runtime messages
	$(BIN)/python manage.py migrate --verbosity 0
	$(BIN)/python manage.py demo

# ---- test

# A browser for the browser tests, gettext for the check of the messages; from Debian when missing.
browser:
	missing=()
	command -v chromium > /dev/null || command -v chromium-browser > /dev/null || missing+=(chromium)
	command -v msgfmt > /dev/null || missing+=(gettext)
	if (( $${#missing[@]} )); then
		if command -v apt-get > /dev/null && [ "$$(id -u)" = 0 ]; then
			echo "Installing $${missing[*]} ..."
			export DEBIAN_FRONTEND=noninteractive
			apt-get update -qq
			apt-get install -y -qq --no-install-recommends "$${missing[@]}" > /dev/null
		else
			echo "Please install: $${missing[*]}" >&2
			exit 1
		fi
	fi

lint: $(VENV)/.development
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/djlint templates --check --quiet
	$(BIN)/djlint templates --lint --quiet

types: $(VENV)/.development
	$(BIN)/mypy

# PostgreSQL's server for the tests; from Debian when missing. The tests start one of their own.
postgres:
	if ! command -v initdb > /dev/null && ! compgen -G "/usr/lib/postgresql/*/bin/initdb" > /dev/null; then
		if command -v apt-get > /dev/null && [ "$$(id -u)" = 0 ]; then
			echo "Installing postgresql ..."
			export DEBIAN_FRONTEND=noninteractive
			apt-get update -qq
			apt-get install -y -qq --no-install-recommends postgresql > /dev/null
		else
			echo "Please install: postgresql" >&2
			exit 1
		fi
	fi

test-postgres: $(VENV)/.development messages postgres
	$(BIN)/python tests/on_postgres.py $(BIN)/python -m pytest tests/web $(SPREAD)

soak: $(VENV)/.development messages postgres
	$(BIN)/python -m tests.soak
	$(BIN)/python tests/on_postgres.py $(BIN)/python -m tests.soak --minutes 3

test: browser lint types messages
	$(BIN)/python manage.py check --fail-level WARNING
	$(AS_PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m pytest tests/treaties tests/web $(SPREAD)
	$(BIN)/python -m pytest tests/browser
	$(MAKE) --no-print-directory test-postgres

# ---- care

lock:
	command -v uv > /dev/null || { echo "uv is needed: pip install uv" >&2; exit 1; }
	uv pip compile --quiet --generate-hashes --no-emit-index-url --python-version 3.11 --no-header requirements.in -o requirements.txt
	uv pip compile --quiet --generate-hashes --no-emit-index-url --python-version 3.11 --no-header requirements-dev.in -o requirements-dev.txt

# New and changed texts go into the catalogues of the languages, where they wait for a translator.
catalogues: $(VENV)/.development browser
	$(BIN)/python manage.py makemessages --locale fa --locale ka --no-location --no-wrap --no-obsolete \
		--ignore 'tests/*'

fix: $(VENV)/.development
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/djlint templates --reformat --quiet

clean:
	rm -rf $(VENV) staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
