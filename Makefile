# `make help` lists the targets. packaging/debian-packages lists the required Debian packages.

PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
DESTDIR ?=
UNITDIR ?= $(PREFIX)/lib/systemd/system

SWIFT ?= swift
# Packed relocations save 1 MB of memory per program. glibc 2.36 of Debian 12 supports them; the linker gold does not.
# No symbols are exported, which would keep unused code; all addresses are bound at the start, so that the table of them
# is read-only; and no file uses the library of regular expressions by accident: it is 1.4 MB in each program.
RELEASE = -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker --no-export-dynamic -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro \
	-Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
	-Xcc -fstack-protector-strong $(DEBUGGING)
# The programs keep their debug information: make install and dh_strip remove it, and dh_strip puts it in the -dbgsym package,
# which the build ID links to the program. The sources have the same path there wherever they were compiled.
DEBUGGING = -Xlinker --build-id=sha1 -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=/usr/src/whereismy \
	-Xcc -ffile-prefix-map=$(CURDIR)=/usr/src/whereismy
BUILT ?= .build/release
# The benchmarks are a package of their own, so that a build of the product does not include them.
BENCHMARKS = --package-path Benchmarks --scratch-path .build/benchmarks
MEASURING = .build/benchmarks/release
# libFuzzer needs its instrumentation in every module, so that the fuzzing program has a build of its own.
FUZZING = -c release --package-path Tests/Product/Fuzz --scratch-path .build/fuzz -Xswiftc -sanitize=fuzzer \
	-Xswiftc -enable-testing -Xswiftc -use-ld=lld
SOURCES = Package.swift Sources Tests $(wildcard Benchmarks)
SCRIPTS = .ci/run Tests/Product/Fuzz/run $(filter-out $(addprefix packaging/,debian debian-packages other-packages convert-land.py make-sbom run-tests Containerfile \
	whereismy.container),$(wildcard packaging/*)) \
	packaging/debian/postinst packaging/debian/prerm packaging/debian/postrm packaging/debian/whereismy-publish.postrm packaging/debian/whereismy-fleet.postrm \
	$(filter-out %/control,$(wildcard packaging/debian/tests/*))

# The Debian suite of check-system and soak: this system's packages, or with SUITE=trixie those that packaging/in-root builds.
SUITE ?=
OUTPUT = .build$(if $(SUITE),/$(SUITE))
PACKAGED = $(if $(SUITE),deb-in-suite,deb)
NEWEST = $$(ls -t $(OUTPUT)/whereismy_*_"$$(dpkg --print-architecture)".deb | head -n 1)

# The programs of a fleet and of its devices.
FLEET = for product in whereismyd whereismy whereismy-publish whereismy-fleet; do $(SWIFT) build --product $$product || exit 1; done

export PREFIX SYSCONFDIR DESTDIR UNITDIR BUILT SUITE

.PHONY: help run run-fleet bench-fleet test test-libraries fuzz api fleet models browser check-javascript check-system deb-in-suite check-trixie check-arm64 \
	check-compilers check-container check-consumers soak torture torture-fleet truth build bench bench-gazetteer lint figures picture install uninstall deb deb-from-source source-package release image deps clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# A debug build takes a fraction of the time of a release build and behaves the same.
run: ## Show the position of the receiver, or of a simulated one if there is none
	@packaging/install-debian-packages build run
	$(SWIFT) build --product whereismyd
	$(SWIFT) build --product whereismy
	$(SWIFT) build --product whereismy-geonames
	@exec "$$($(SWIFT) build --show-bin-path)/whereismyd" --demo

test: ## Run all tests (WHEREISMY_SHARED=DIR: also with the material in DIR)
	@packaging/install-debian-packages build run test
	packaging/run-tests swift $(SWIFT) test --disable-xctest
	packaging/run-tests swift $(SWIFT) test $(BENCHMARKS) --disable-xctest

# What the versions of the C libraries can change, for a check on another Debian.
LIBRARY_TESTS = '^(APITests|DaemonTests|GPSDTests|HTTPServerTests|MQTTTests|SQLiteTests|SystemdTests|EndToEndTests)\.'

test-libraries: ## Run the tests of the modules that depend on the versions of the system's libraries
	@packaging/install-debian-packages build run test
	packaging/run-tests swift $(SWIFT) test --disable-xctest --filter $(LIBRARY_TESTS)

torture: ## Kill a writer of the history 200 times (KILLS=N: N times), and stress the server
	WHEREISMY_KILLS=$(or $(KILLS),200) $(SWIFT) test $(BENCHMARKS) --disable-xctest --filter KillTests
	ulimit -n "$$(ulimit -Hn)" && WHEREISMY_TORTURE=yes $(SWIFT) test --disable-xctest --filter TortureTests
	$(SWIFT) build --product whereismyd
	cd Tests/Product/API && WHEREISMY_TORTURE=yes /usr/bin/python3 -B -m unittest -v test_torture

fuzz: ## Mutate input to everything that reads hostile input (FUZZ_SECONDS=30 or FUZZ_RUNS=N, SEED=1, FUZZ_TARGET=NAME, FUZZ_INPUT=FILE)
	@packaging/install-debian-packages build run test
	$(SWIFT) build $(FUZZING) --product fuzz
	@Tests/Product/Fuzz/run .build/fuzz/release/fuzz

build: ## Build the programs for release, with Swift linked statically
	@packaging/install-debian-packages build
	$(SWIFT) build $(RELEASE) --product whereismyd
	$(SWIFT) build $(RELEASE) --product whereismy
	$(SWIFT) build $(RELEASE) --product whereismy-geonames
	$(SWIFT) build $(RELEASE) --product whereismy-publish
	$(SWIFT) build $(RELEASE) --product whereismy-orders
	$(SWIFT) build $(RELEASE) --product whereismy-nmea
	$(SWIFT) build $(RELEASE) --product whereismy-fleet

bench: build ## Measure the release programs and their peers, and compare with the goals (PART=viewers: only that; ROWS=N)
	@packaging/install-debian-packages bench
	$(SWIFT) build $(RELEASE) $(BENCHMARKS) --product truth
	$(SWIFT) build $(RELEASE) $(BENCHMARKS) --product historywriter
	$(SWIFT) build $(RELEASE) $(BENCHMARKS) --product gazetteerbench
	$(SWIFT) build $(RELEASE) $(BENCHMARKS) --product ingestbench
	$(SWIFT) build $(RELEASE) $(BENCHMARKS) --product fleetbench
	@PYTHONPATH=Tests/Product/API ROWS=$(ROWS) /usr/bin/python3 -B Benchmarks/Drivers/bench.py $(BUILT) $(MEASURING) $(PART)

bench-gazetteer: ## Measure only the gazetteer, with 13 million rows (ROWS=N: N rows), which takes 4 GB of disk
	@$(MAKE) bench PART=gazetteer ROWS=$(or $(ROWS),13000000)

api: ## Test the daemon through its sockets, and docs/openapi.yaml with schemathesis
	@packaging/install-debian-packages build run ci
	$(SWIFT) build --product whereismyd
	$(SWIFT) build --product whereismy
	$(SWIFT) build --product whereismy-publish
	$(SWIFT) build --product whereismy-nmea
	packaging/run-tests python Tests/Product/API
	@if program=$$(packaging/fetch-schemathesis); then \
		/usr/bin/python3 -B Tests/Product/API/conformance.py "$$program"; \
	else echo "schemathesis cannot be fetched: the responses were not compared with docs/openapi.yaml" >&2; fi

fleet: ## Test whereismy-fleet with PostgreSQL, mosquitto and real publishers
	@packaging/install-debian-packages build run ci
	@$(FLEET)
	packaging/run-tests python Tests/Product/Fleet

torture-fleet: ## Kill the broker, collectors, database and publishers of a fleet 20 times (SEED=N)
	@packaging/install-debian-packages build run ci
	@$(FLEET)
	cd Tests/Product/Fleet && WHEREISMY_TORTURE=yes /usr/bin/python3 -B -m unittest -v test_publishers test_fleet.KillTest

bench-fleet: ## Measure how fast a collector stores and answers, with PostgreSQL and mosquitto of its own
	@packaging/install-debian-packages build run ci
	$(SWIFT) build $(RELEASE) --product whereismy-fleet
	$(SWIFT) build $(RELEASE) $(BENCHMARKS) --product ingestbench
	$(SWIFT) build $(RELEASE) $(BENCHMARKS) --product fleetbench
	@PYTHONPATH=Benchmarks/Drivers WHEREISMY_FLEET=$(BUILT)/whereismy-fleet \
		/usr/bin/python3 -B Tests/Product/Fleet/measure.py $(MEASURING)

run-fleet: ## Show three simulated devices on the page of a fleet, with PostgreSQL and mosquitto of its own
	@packaging/install-debian-packages build run ci
	@$(FLEET)
	@exec /usr/bin/python3 -B Tests/Product/Fleet/run_fleet.py

check-consumers: ## Test whereismy-publish with Home Assistant from PyPI, which is installed into ~/.cache/whereismy
	@packaging/install-debian-packages build run ci
	$(SWIFT) build --product whereismyd
	$(SWIFT) build --product whereismy
	$(SWIFT) build --product whereismy-publish
	WHEREISMY_DAEMON="$$($(SWIFT) build --show-bin-path)/whereismyd" PYTHONPATH=Tests/Product/API \
		packaging/run-tests python Tests/Product/Consumers

# Debian 12's node takes a module for CommonJS without this option; the scripts' folder is embedded and has no package.json.
models: ## Test the pure modules of the pages' scripts with node
	@packaging/install-debian-packages ci
	@node --experimental-default-type=module --no-warnings --test-reporter=./Tests/Product/JavaScript/reporter.js \
		--test Tests/Product/JavaScript/*.test.js

browser: ## Test the live page in a headless Chromium, with a simulated daemon and with whereismyd
	@packaging/install-debian-packages build run ci
	@$(FLEET)
	programs=$$($(SWIFT) build --show-bin-path); \
	WHEREISMY_DAEMON=$$programs/whereismyd WHEREISMY_FLEET=$$programs/whereismy-fleet \
		PYTHONPATH=Tests/Product/API:Tests/Product/Fleet packaging/run-tests python Tests/Product/Browser

picture: ## Take the README's picture, docs/live.png, of the demonstration with a drawn map
	@packaging/install-debian-packages build run ci
	$(SWIFT) build --product whereismyd
	$(SWIFT) build --product whereismy
	WHEREISMY_DAEMON="$$($(SWIFT) build --show-bin-path)/whereismyd" PYTHONPATH=Tests/Product/API \
		/usr/bin/python3 -B Tests/Product/Browser/take_picture.py docs/live.png

check-system: $(PACKAGED) ## Boot a fresh Debian with the package, and test it (TEST=FILE[.CLASS[.NAME]], SUITE=trixie)
	@packaging/install-debian-packages run ci
	/usr/bin/python3 -B Tests/Product/Container/check.py tests "$(NEWEST)" $(TEST)

soak: $(PACKAGED) ## Run two hours at 10 Hz in a booted Debian, restarting gpsd every five minutes (SECONDS=N: N seconds)
	@packaging/install-debian-packages run ci
	/usr/bin/python3 -B Tests/Product/Container/check.py soak "$(NEWEST)" $(SECONDS)

deb-in-suite:
	packaging/in-root $(SUITE) make deb

check-trixie: ## Run the tests, the API, the page and the booted package in Debian 13
	packaging/in-root trixie make test
	packaging/in-root trixie make api
	packaging/in-root trixie make browser
	$(MAKE) check-system SUITE=trixie

# Debian's Swift compiles for arm64, whose libraries check-arm64 has anyway.
check-compilers: build ## Compile with this machine's Swift, and with Debian's swiftlang 6.2
	@packaging/install-debian-packages arm64
	@packaging/check-arm64 build

check-arm64: ## Cross-build for arm64, and test the package in an emulated Debian 13 (SEEDS=N: the truth bench with N seeds)
	@packaging/install-debian-packages arm64
	@packaging/check-arm64

truth: ## Score the location controller on simulated journeys, and on real ones in WHEREISMY_SHARED (SCENARIO=NAME, OLD=PROGRAM)
	$(SWIFT) build $(RELEASE) $(BENCHMARKS) --product truth
	@$(MEASURING)/truth --thresholds Benchmarks/thresholds.json $(if $(SCENARIO),--scenario $(SCENARIO)) \
		$(if $(ACCEPT),--accept) $(if $(KNOWN),--allow-known); status=$$?; \
	$(MEASURING)/truth --fences --seeds 3 $(if $(SCENARIO),--scenario $(SCENARIO)) || status=1; \
	if test -n "$$WHEREISMY_SHARED" && command -v python3 >/dev/null; then \
		$(SWIFT) build $(RELEASE) --product whereismy && $(SWIFT) build $(RELEASE) --product whereismyd && \
		PATH="$(BUILT):$$PATH" python3 -B Benchmarks/Drivers/shared_truth.py "$$WHEREISMY_SHARED/truth" \
			$(BUILT)/whereismy $(OLD) || status=1; \
	else echo "WHEREISMY_SHARED is not set: real drives and the independent simulation were not scored" >&2; fi; \
	exit $$status

check-javascript: ## Check the types of the live page's scripts
	@if command -v tsc >/dev/null; then tsc --project jsconfig.json; \
	else echo "tsc is not installed: the types of the scripts were not checked"; fi

lint: check-javascript ## Check the format of the sources, the scripts and their types
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

release: deb source-package ## Collect all packages, release notes and checksums in .build/release-VERSION (SUITES=: only this system's)
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
	rm -rf .build Benchmarks/.build
