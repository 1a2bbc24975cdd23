# `make help` lists the targets. packaging/debian-packages lists the required Debian packages.

PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
DESTDIR ?=
UNITDIR ?= $(PREFIX)/lib/systemd/system

SWIFT ?= swift
# Packed relocations save 1 MB of memory per program. glibc 2.36 of Debian 12 supports them; the linker gold does not.
# No symbols are exported, which would keep unused code; all addresses are bound at the start, so that the table of them
# is read-only; no program looks for libraries beside itself first, some twenty attempts at each start; and no file uses
# the library of regular expressions by accident: it is 1.4 MB in each program.
# DEB_BUILD_OPTIONS has Debian's words: noopt builds without optimization, noddebs without debug information.
RELEASE = -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld \
	-Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro \
	-Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
	-Xcc -fstack-protector-strong $(DEBUGGING) $(if $(filter noddebs,$(DEB_BUILD_OPTIONS)),$(PLAIN)) \
	$(if $(filter noopt,$(DEB_BUILD_OPTIONS)),-Xswiftc -Onone -Xswiftc -no-emit-module-separately-wmo)
# The programs keep their debug information: make install and dh_strip remove it, and dh_strip puts it in the -dbgsym package,
# which the build ID links to the program. The sources have the same path there wherever they were compiled.
# Names of compiled C modules, whose folders have a hash of the real path, are left out, and so are hashes of the object files.
DEBUGGING = -Xlinker --build-id=sha1 -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=/usr/src/whereismy \
	-Xcc -ffile-prefix-map=$(CURDIR)=/usr/src/whereismy -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs \
	-Xlinker -T -Xlinker $(CURDIR)/packaging/sections.ld
# Debug information takes a quarter of the time of a build; without it a crash shows functions and no lines. As in run-tests.
PLAIN = -debug-info-format none
# A module in one compilation, and no index for an editor, take a third less than batches of files.
WHOLE_MODULES = $(PLAIN) --disable-index-store -Xswiftc -disable-batch-mode -Xswiftc -whole-module-optimization \
	-Xswiftc -num-threads -Xswiftc 1 -Xswiftc -no-emit-module-separately-wmo
BUILT ?= .build/release
# The rules of the architecture are a package of their own, which takes seconds.
RULES = --package-path Tests/Product/ArchitectureTests --scratch-path .build/rules
# All programs and tests, in one build. BUILD=no takes what was built last, as each step of .ci/run does.
DEBUG = $(if $(filter no,$(BUILD)),true,packaging/run-tests build $(SWIFT))
DEBUGGED = .build/debug
# libFuzzer and AddressSanitizer need their instrumentation in every module, so that the fuzzing program has a build of its own.
FUZZING = -c release --package-path Tests/Product/Fuzz --scratch-path .build/fuzz -Xswiftc -sanitize=fuzzer,address \
	-Xswiftc -enable-testing -Xswiftc -use-ld=lld
SOURCES = Package.swift Sources Tests $(wildcard Benchmarks)
SCRIPTS = .ci/run Tests/Product/Fuzz/run $(filter-out $(addprefix packaging/,coverage sections.ld mutate debian debian-packages other-packages convert-land.py make-sbom run-tests Containerfile \
	whereismy.container),$(wildcard packaging/*)) \
	packaging/debian/postinst packaging/debian/prerm packaging/debian/postrm packaging/debian/whereismy-publish.postrm packaging/debian/whereismy-fleet.postrm \
	$(filter-out %/control,$(wildcard packaging/debian/tests/*))

# The Debian suite of check-system and soak: this system's packages, or with SUITE=trixie those that packaging/in-root builds.
SUITE ?=
OUTPUT = .build$(if $(SUITE),/$(SUITE))
PACKAGED = $(if $(SUITE),deb-in-suite,deb)
NEWEST = $$(ls -t $(OUTPUT)/whereismy_*_"$$(dpkg --print-architecture)".deb | head -n 1)

export PREFIX SYSCONFDIR DESTDIR UNITDIR BUILT SUITE BUILD

.PHONY: help run test rules models programs torture fuzz build measuring bench instructions bench-gazetteer api fleet torture-fleet \
	bench-fleet run-fleet simulate-fleet check-consumers browser picture check-system soak deb-in-suite check-trixie \
	test-libraries nightly check-upgrade faults coverage mutate check-compilers check-arm64 truth integrity clean-hours \
	check-javascript lint figures install uninstall deb \
	source-package deb-from-source check-reproducible release image check-container deps clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Where the programs for debugging look for the outlines of land, which are converted once.
LAND = $$(dirname "$$($(SWIFT) build --show-bin-path)")/share/whereismy/land
MAKE_LAND = land="$(LAND)"; [ -e "$$land" ] || packaging/make-land "$$land" || echo "a map without tiles will be a grid" >&2

# A debug build takes a fraction of the time of a release build and behaves the same.
run: ## Show the position of the receiver, or of a simulated one if there is none
	@packaging/install-debian-packages build run
	$(SWIFT) build $(WHOLE_MODULES) --product whereismyd
	$(SWIFT) build $(WHOLE_MODULES) --product whereismy
	$(SWIFT) build $(WHOLE_MODULES) --product whereismy-geonames
	@$(MAKE_LAND)
	@exec "$$($(SWIFT) build --show-bin-path)/whereismyd" --demo

test: rules ## Run all tests (WHEREISMY_SHARED=DIR: also with the material in DIR)
	@packaging/install-debian-packages build run test
	packaging/run-tests swift $(SWIFT) --disable-xctest

rules: ## Check the rules of the architecture, in seconds
	@packaging/install-debian-packages build run test
	packaging/run-tests swift $(SWIFT) $(RULES) --disable-xctest

programs: # The programs and the tests for debugging
	@$(DEBUG)

torture: ## Kill a writer of the history 200 times (KILLS=N: N times), and stress the server
	WHEREISMY_KILLS=$(or $(KILLS),200) $(SWIFT) test $(WHOLE_MODULES) --disable-xctest --filter KillTests
	ulimit -n "$$(ulimit -Hn)" && WHEREISMY_TORTURE=yes $(SWIFT) test $(WHOLE_MODULES) --disable-xctest --filter TortureTests
	cd Tests/Product/API && WHEREISMY_TORTURE=yes /usr/bin/python3 -B -m unittest -v test_torture

fuzz: ## Mutate input to everything that reads hostile input (FUZZ_SECONDS=30, SEED=1, FUZZ_TARGET=NAME, FUZZ_INPUT=FILE)
	@packaging/install-debian-packages build run test
	$(SWIFT) build $(FUZZING) --product fuzz
	@Tests/Product/Fuzz/run .build/fuzz/release/fuzz

build: export WHEREISMY_BENCHMARKS = no
build: ## Build the programs for release, with Swift linked statically
	@packaging/install-debian-packages build
	$(SWIFT) build $(RELEASE) $(if $(PRODUCT),--product $(PRODUCT))

measuring: # The programs for release, and those that measure them
	@packaging/install-debian-packages build
	$(SWIFT) build $(RELEASE)

bench: measuring ## Measure the release programs and their peers, and compare with the goals (PART=viewers: only that; ROWS=N)
	@packaging/install-debian-packages bench
	@PYTHONPATH=Tests/Product/API ROWS=$(ROWS) /usr/bin/python3 -B Benchmarks/Drivers/bench.py $(BUILT) $(PART)

instructions: build ## Count the instructions of an epoch, a report and a page by callgrind: within 3 % of the table (ACCEPT=yes: new table)
	@packaging/install-debian-packages bench
	@PYTHONPATH=Tests/Product/API /usr/bin/python3 -B Benchmarks/Drivers/instructions.py $(BUILT) $(if $(ACCEPT),--accept)

bench-gazetteer: ## Measure only the gazetteer, with 13 million rows (ROWS=N: N rows), which takes 4 GB of disk
	@$(MAKE) bench PART=gazetteer ROWS=$(or $(ROWS),13000000)

api: ## Test the daemon through its sockets, and docs/openapi.yaml with schemathesis
	@packaging/install-debian-packages build run ci
	@$(DEBUG)
	packaging/run-tests python Tests/Product/API
	@if program=$$(packaging/fetch-schemathesis); then \
		/usr/bin/python3 -B Tests/Product/API/conformance.py "$$program"; \
	else echo "schemathesis cannot be fetched: the responses were not compared with docs/openapi.yaml" >&2; fi

fleet: ## Test whereismy-fleet with PostgreSQL, mosquitto and real publishers
	@packaging/install-debian-packages build run ci
	@$(DEBUG)
	packaging/run-tests python Tests/Product/Fleet

torture-fleet: ## Kill the broker, collectors, database and publishers of a fleet 20 times (SEED=N)
	@packaging/install-debian-packages build run ci
	@$(DEBUG)
	cd Tests/Product/Fleet && WHEREISMY_TORTURE=yes /usr/bin/python3 -B -m unittest -v test_publishers test_fleet.KillTest

bench-fleet: measuring ## Measure how fast a collector stores and answers, with PostgreSQL and mosquitto of its own
	@packaging/install-debian-packages build run ci
	@PYTHONPATH=Benchmarks/Drivers WHEREISMY_FLEET=$(BUILT)/whereismy-fleet \
		/usr/bin/python3 -B Tests/Product/Fleet/measure.py $(BUILT)

run-fleet: ## Show three simulated devices on the page of a fleet, with PostgreSQL and mosquitto of its own
	@packaging/install-debian-packages build run ci
	@$(DEBUG)
	@$(MAKE_LAND)
	@exec /usr/bin/python3 -B Tests/Product/Fleet/run_fleet.py

simulate-fleet: ## Simulate fleets of 100 boxes whose network, clocks, brokers and collectors fail (SEEDS=1000; SEED=N BOXES=N: only that, with a line for each event)
	@packaging/install-debian-packages build run ci
	@$(DEBUG)
	WHEREISMY_SEEDS=$(or $(SEEDS),1000) WHEREISMY_SEED=$(SEED) WHEREISMY_BOXES=$(or $(BOXES),100) BUILD=no packaging/run-tests swift $(SWIFT) --disable-xctest \
		--filter '^FleetSimulationTests\.'

faults: ## Make calls of the programs fail, and lose the power between their flushes (WHOLE=yes: every call, 10,000 losses; SEED=N)
	@packaging/install-debian-packages build run ci
	@$(DEBUG)
	WHEREISMY_FAULTS=$(if $(WHOLE),whole) PYTHONPATH=Tests/Product/API:Tests/Product/Fleet packaging/run-tests python Tests/Product/Faults

check-consumers: ## Test whereismy-publish with Home Assistant from PyPI, which is installed into ~/.cache/whereismy
	@packaging/install-debian-packages build run ci
	@$(DEBUG)
	WHEREISMY_DAEMON=$(CURDIR)/$(DEBUGGED)/whereismyd PYTHONPATH=Tests/Product/API \
		packaging/run-tests python Tests/Product/Consumers

# Debian 12's node takes a module for CommonJS without this option; the scripts' folder is embedded and has no package.json.
models: ## Test the pure modules of the pages' scripts with node
	@packaging/install-debian-packages ci
	@node --experimental-default-type=module --no-warnings --test-reporter=./Tests/Product/JavaScript/reporter.js \
		--test Tests/Product/JavaScript/*.test.js

browser: ## Test the live page in a headless Chromium, with a simulated daemon and with whereismyd (BRIEF=yes: as the gate does)
	@packaging/install-debian-packages build run ci
	@$(DEBUG)
	WHEREISMY_DAEMON=$(CURDIR)/$(DEBUGGED)/whereismyd WHEREISMY_FLEET=$(CURDIR)/$(DEBUGGED)/whereismy-fleet \
		BRIEF=$(BRIEF) PYTHONPATH=Tests/Product/API:Tests/Product/Fleet packaging/run-tests python Tests/Product/Browser

picture: ## Take the README's picture, docs/live.png, of the demonstration with a drawn map
	@packaging/install-debian-packages build run ci
	@$(DEBUG)
	WHEREISMY_DAEMON=$(CURDIR)/$(DEBUGGED)/whereismyd PYTHONPATH=Tests/Product/API \
		/usr/bin/python3 -B Tests/Product/Browser/take_picture.py docs/live.png

check-system: $(PACKAGED) ## Boot a fresh Debian with the package, and test it (TEST=FILE[.CLASS[.NAME]], SUITE=trixie)
	@packaging/install-debian-packages run ci
	/usr/bin/python3 -B Tests/Product/Container/check.py tests "$(NEWEST)" $(TEST)

check-upgrade: $(PACKAGED) ## Upgrade a booted Debian from the package of 0.2.0, which is built from its commit
	@packaging/install-debian-packages build run ci
	packaging/make-earlier-deb
	/usr/bin/python3 -B Tests/Product/Container/check.py tests "$(NEWEST)" test_upgrade

soak: $(PACKAGED) ## Run two hours at 10 Hz in a booted Debian, restarting gpsd every five minutes (SECONDS=N: N seconds)
	@packaging/install-debian-packages run ci
	/usr/bin/python3 -B Tests/Product/Container/check.py soak "$(NEWEST)" $(SECONDS)

deb-in-suite:
	packaging/in-root $(SUITE) make deb

check-trixie: ## Run the tests, the API, the page and the booted package in Debian 13
	packaging/in-root trixie make test
	packaging/in-root trixie make api BUILD=no
	packaging/in-root trixie make browser BUILD=no
	$(MAKE) check-system SUITE=trixie

test-libraries: ## Run the tests that depend on versions of libraries in Debian 13, as this system's build has made them
	packaging/test-libraries trixie

nightly: ## Run what takes too long for .ci/run; a run that was broken off goes on (AGAIN=all: from the start, STEP=NAME: only that)
	@packaging/nightly $(STEP)

# Debian's Swift compiles for arm64, whose libraries check-arm64 has anyway.
check-compilers: build ## Compile with this machine's Swift, and with Debian's swiftlang 6.2
	@packaging/install-debian-packages arm64
	@packaging/check-arm64 build

check-arm64: ## Cross-build for arm64, and test the package in an emulated Debian 13 (SEEDS=N: the truth bench with N seeds)
	@packaging/install-debian-packages arm64
	@packaging/check-arm64

truth: measuring ## Score the location controller on simulated journeys, and on real ones in WHEREISMY_SHARED (SCENARIO=NAME, OLD=PROGRAM)
	@$(BUILT)/truth --thresholds Benchmarks/thresholds.json $(if $(SCENARIO),--scenario $(SCENARIO)) \
		$(if $(ACCEPT),--accept) $(if $(KNOWN),--allow-known); status=$$?; \
	$(BUILT)/truth --fences --seeds 3 $(if $(SCENARIO),--scenario $(SCENARIO)) || status=1; \
	if test -n "$$WHEREISMY_SHARED" && command -v python3 >/dev/null; then \
		PATH="$(BUILT):$$PATH" python3 -B Benchmarks/Drivers/shared_truth.py "$$WHEREISMY_SHARED/truth" \
			$(BUILT)/whereismy $(OLD) || status=1; \
	else echo "WHEREISMY_SHARED is not set: real drives and the independent simulation were not scored" >&2; fi; \
	exit $$status

integrity: measuring ## Score the judgement of integrity on attacked and honest recordings, with the bench in WHEREISMY_SHARED (SEEDS="1 2")
	@test -n "$$WHEREISMY_SHARED" || { echo "WHEREISMY_SHARED is not set: the bench of integrity is not here" >&2; exit 1; }
	rm -rf .build/integrity
	python3 -B "$$WHEREISMY_SHARED/integrity/generate.py" .build/integrity --seed $(or $(SEEDS),1 2)
	PATH="$(BUILT):$$PATH" python3 -B "$$WHEREISMY_SHARED/integrity/score.py" .build/integrity

clean-hours: measuring ## Judge the integrity of 3,000 hours of clean journeys, in which nothing may be contradicted (HOURS=N)
	$(BUILT)/truth --clean $(or $(HOURS),3000)

check-javascript: ## Check the types of the live page's scripts
	@if command -v tsc >/dev/null; then tsc --project jsconfig.json; \
	else echo "tsc is not installed: the types of the scripts were not checked"; fi

lint: check-javascript ## Check the format of the sources, the scripts and their types, without building
	$(SWIFT) format lint --strict --parallel -r $(SOURCES)
	@if command -v shellcheck >/dev/null; then shellcheck $(SCRIPTS); else echo "shellcheck is not installed: the scripts were not checked"; fi

figures: ## Print the number and the lengths of the source files
	@packaging/source-figures

install: ## Install the built programs (DESTDIR=, PREFIX=/usr/local)
	@packaging/place-files install

uninstall: ## Remove the installed files, for the same DESTDIR= and PREFIX=
	@packaging/place-files uninstall

deb: build ## Build the Debian packages for this release of Debian, .build/whereismy[-publish|-fleet]_VERSION~debRELEASE_ARCH.deb, and -dbgsym
	@packaging/install-debian-packages deb
	@packaging/make-deb

source-package: ## Make the Debian source package of the last commit, .build/source/whereismy_VERSION-1.dsc
	@packaging/install-debian-packages deb
	@packaging/make-source-package

deb-from-source: source-package ## Build the Debian packages with dpkg-buildpackage, from the source package of the last commit
	@packaging/install-debian-packages build deb source
	@packaging/make-deb-from-source

coverage: ## Count the regions of the decision code that its tests run: at least 90 % of each module
	@packaging/install-debian-packages build run test
	@packaging/coverage

mutate: ## Change the decision code at 300 places of each module: the tests must notice 85 % (MUTANTS=N, SEED=N, MODULE=NAME)
	@packaging/install-debian-packages build run test
	@MUTANTS=$(or $(MUTANTS),300) packaging/mutate $(MODULE)

check-reproducible: ## Build the packages twice, with another path and time, and compare them bit for bit (PRODUCT=NAME: only a program)
	@packaging/install-debian-packages build deb source same
	@packaging/check-reproducible $(PRODUCT)

release: deb source-package ## Collect packages, notes, checksums and a repository in .build/release-VERSION (SUITES=: only this system's)
	@packaging/make-release

image: $(PACKAGED) ## Build the container image from the Debian package (SUITE=trixie; BASE=, the image of Debian; IMAGE=, its name)
	@packaging/install-debian-packages container
	@packaging/make-image "$(NEWEST)"

check-container: $(PACKAGED) ## Build the container image on a fresh Debian, and test it with a real gpsd (SUITE=trixie)
	@packaging/install-debian-packages container
	@packaging/check-container "$(NEWEST)"

deps: ## Install the Debian packages for building, running and testing
	@packaging/install-debian-packages build run test

clean: ## Remove the build products
	rm -rf .build
