# Without make: python -m tools NAME.
PYTHON ?= python3
export PATH := $(CURDIR)/.venv/bin:$(PATH)
# The suites start hundreds of Pythons: let them share what one of them has compiled.
unexport PYTHONDONTWRITEBYTECODE
# Several processes; what takes long comes first, as tests/conftest.py sorts it.
PYTEST := python -m pytest -n auto --no-loadscope-reorder

GRADER := $(MAKE) -C grader ENVIRONMENT=$(CURDIR)/.venv

.PHONY: lab teach check test slow nightly fuzz demo bench dist handout release solutions lite lite-serve play site hub clean

lab: .venv/ready  ## set up, and open the course in JupyterLab; LAB_ARGS goes to JupyterLab
	python -m tools.lab student $(LAB_ARGS)

teach: .venv/ready  ## set up, and open the instructor's side, with Formgrader
	python -m tools.lab teacher $(LAB_ARGS)

check: .venv/ready-for-development  ## set up, and run what is quick: linters, doctests, most tests
	python -m tools check

test: .venv/ready-for-development  ## set up, and run the tests of the course, and the grader's quick ones
	python -m tools test

slow: .venv/ready-for-development  ## run what CI runs besides: the grader's slow tests, a browser, a hub with real accounts
	python -m tools slow

nightly: .venv/ready-for-development build/lite-venv/ready  ## set up, and run every test there is
	$(GRADER) nightly
	python -m tools.gate
	PAIRS=400 $(PYTEST) --nbval --durations=40

fuzz: .venv/ready-for-development  ## hand in nonsense, a hundred times as much of it as the tests do
	python -m tools fuzz

demo: .venv/ready  ## grade a small class from end to end, and show the results; DEMO=--all: a large one
	python -m tools demo $(DEMO)

bench: .venv/ready-for-development  ## print how fast trees are built and classes graded, as ratios
	python -m tools bench

dist: .venv/ready-for-development  ## make build/dist/: a wheel of the course's packages, and one of the grader
	python -m tools dist

handout: .venv/ready-for-development  ## make build/handout/mastermind-course.zip: what a class is given
	python -m tools handout

release: .venv/ready  ## make release/ from source/
	python -m tools release

solutions: .venv/ready  ## make release/ and notebooks/ of what has changed, and check the tests; ALL=--all
	python -m tools solutions $(ALL)

lite: build/lite-venv/ready play  ## make build/lite/, the course as a static site that needs only a browser
	python -m tools lite

lite-serve: build/lite/index.html  ## show that site at http://127.0.0.1:8000
	$(PYTHON) -m http.server 8000 --bind 127.0.0.1 --directory build/lite

play: .venv/ready  ## make build/play/, the game's own page: static files, no Python in them
	python editions/play/build.py

site: build/site-venv/ready build/lite/index.html play  ## make build/site/: what this is, documents, lessons, API, browser edition
	build/site-venv/bin/python editions/site/build.py

HUB ?= /srv/mastermind-hub
hub:  ## as root: a JupyterHub with accounts to try a class on, in $(HUB); grader/docs/hub.md says more
	$(PYTHON) grader/hub/prepare.py $(HUB)

clean:  ## remove what was set up and built; students' work and grades stay
	rm -rf .venv build

define new_environment
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version)'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make an environment: install python3-venv (the name in Debian and Ubuntu)." >&2; exit 1; }
	$(PYTHON) -m venv $(1)
endef

.venv/ready: requirements.txt constraints.txt pyproject.toml grader/pyproject.toml
	$(call new_environment,.venv)
	@python -m pip install --quiet -r requirements.txt || { echo "The packages in requirements.txt could not be installed: is there a network, or a proxy to name?" >&2; exit 1; }
	touch $@

.venv/ready-for-development: .venv/ready
	python -m pip install --quiet -c constraints.txt -e '.[dev]' -e './grader[dev]'
	touch $@

build/lite-venv/ready: editions/lite/requirements.txt constraints.txt
	$(call new_environment,build/lite-venv)
	build/lite-venv/bin/python -m pip install --quiet -r editions/lite/requirements.txt
	touch $@

build/site-venv/ready: editions/site/requirements.txt constraints.txt
	$(call new_environment,build/site-venv)
	build/site-venv/bin/python -m pip install --quiet -r editions/site/requirements.txt
	touch $@

build/lite/index.html:
	$(MAKE) lite
