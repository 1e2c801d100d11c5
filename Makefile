# Every target is a line or two that README.md also spells out for people without make.
PYTHON ?= python3
export PATH := $(CURDIR)/.venv/bin:$(PATH)
# Several processes; what takes long comes first, as tests/conftest.py sorts it.
PYTEST := python -m pytest -n auto --no-loadscope-reorder

.PHONY: lab teach check test fuzz demo bench dist release solutions lite lite-serve site hub clean

lab: .venv/ready  ## set up, and open the course in JupyterLab; LAB_ARGS goes to JupyterLab
	python -m tools.lab student $(LAB_ARGS)

teach: .venv/ready  ## set up, and open the instructor's side, with Formgrader
	python -m tools.lab teacher $(LAB_ARGS)

check: .venv/ready-for-development  ## set up, and run what is quick: linters, doctests, most tests
	ruff check
	ruff format --check
	mypy
	$(PYTEST) -m "not slow"

test: .venv/ready-for-development build/lite-venv/ready  ## set up, and run everything that CI runs
	$(PYTEST) --nbval --durations=20

fuzz: .venv/ready-for-development  ## hand in nonsense, a hundred times as much of it as the tests do
	FUZZ_CASES=15000 python -m pytest -n auto tests/autograder/test_fuzz.py

demo: .venv/ready  ## grade a small class from end to end, and show the results; DEMO=--all: a large one
	python -m tools.demo $(DEMO)

bench: .venv/ready-for-development  ## print how fast trees are built and classes graded, as ratios
	python benchmarks/trees.py
	python -m benchmarks.grading

dist: .venv/ready-for-development  ## make build/dist/: a wheel of the course's packages, and one of the grader
	python -m tools.dist

release: .venv/ready  ## make release/ from source/
	nbgrader generate_assignment "*" --force

solutions: release  ## make notebooks/, the executed solutions, from source/, and check the tests
	nbgrader generate_solution "*" --force --Execute.timeout=120
	python -m autograder check --write

lite: build/lite-venv/ready  ## make build/lite/, the course as a static site that needs only a browser
	build/lite-venv/bin/python lite/build.py

lite-serve: build/lite/index.html  ## show that site at http://127.0.0.1:8000
	$(PYTHON) -m http.server 8000 --bind 127.0.0.1 --directory build/lite

site: build/web-venv/ready build/lite/index.html  ## make build/site/: what this is, documents, lessons, API, browser edition
	build/web-venv/bin/python web/build.py

HUB ?= /srv/mastermind-hub
hub:  ## as root: a JupyterHub with accounts to try a class on, in $(HUB); docs/hub.md says more
	$(PYTHON) hub/prepare.py $(HUB)

clean:  ## remove what was set up and built; students' work and grades stay
	rm -rf .venv build

define new_environment
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version)'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make an environment: install python3-venv (the name in Debian and Ubuntu)." >&2; exit 1; }
	$(PYTHON) -m venv $(1)
endef

.venv/ready: requirements.txt constraints.txt pyproject.toml
	$(call new_environment,.venv)
	@python -m pip install --quiet -r requirements.txt || { echo "The packages in requirements.txt could not be installed: is there a network, or a proxy to name?" >&2; exit 1; }
	touch $@

.venv/ready-for-development: .venv/ready
	python -m pip install --quiet -c constraints.txt -e '.[dev]'
	touch $@

build/lite-venv/ready: lite/requirements.txt constraints.txt
	$(call new_environment,build/lite-venv)
	build/lite-venv/bin/python -m pip install --quiet -r lite/requirements.txt
	touch $@

build/web-venv/ready: web/requirements.txt constraints.txt
	$(call new_environment,build/web-venv)
	build/web-venv/bin/python -m pip install --quiet -r web/requirements.txt
	touch $@

build/lite/index.html:
	$(MAKE) lite
