# `make help` lists the targets. packaging/debian-packages lists the required Debian packages.

PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
DESTDIR ?=
UNITDIR ?= $(PREFIX)/lib/systemd/system

SWIFT ?= swift
# Packed relocations save 1 MB of memory per program. glibc 2.36 of Debian 12 supports them; the linker gold does not.
# No symbols are exported, which would keep unused code; all addresses are bound at the start, so that the table of them
# is read-only; and no file uses the library of regular expressions by accident: it is 1.4 MB in each program.
RELEASE = -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -s \
	-Xlinker --no-export-dynamic -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro \
	-Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
	-Xcc -fstack-protector-strong
BUILT = .build/release
# The benchmarks are a package of their own, so that a build of the product does not include them.
BENCHMARKS = --package-path Benchmarks --scratch-path .build/benchmarks
MEASURING = .build/benchmarks/release
SOURCES = Package.swift Sources Tests $(wildcard Benchmarks)
SCRIPTS = .ci/run $(filter-out packaging/debian packaging/debian-packages,$(wildcard packaging/*)) \
	packaging/debian/postinst packaging/debian/prerm packaging/debian/postrm

export PREFIX SYSCONFDIR DESTDIR UNITDIR BUILT

.PHONY: help run test api browser check-javascript check-system soak torture truth build bench bench-gazetteer lint figures install \
	uninstall deb deps clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# A debug build takes a fraction of the time of a release build and behaves the same.
run: ## Show the position of the receiver, or of a simulated one if there is none
	@packaging/install-debian-packages build run
	$(SWIFT) build --product whereismyd
	$(SWIFT) build --product whereismy
	$(SWIFT) build --product whereismy-geonames
	@exec "$$($(SWIFT) build --show-bin-path)/whereismyd" --demo

test: ## Run all tests (WHEREISMY_SHARED=DIR: also with the material in DIR)
	@packaging/install-debian-packages build run test
	$(SWIFT) test --disable-xctest
	$(SWIFT) test $(BENCHMARKS) --disable-xctest

torture: ## Kill a writer of the history 200 times (KILLS=N: N times), and stress the server
	WHEREISMY_KILLS=$(or $(KILLS),200) $(SWIFT) test $(BENCHMARKS) --disable-xctest --filter KillTests
	ulimit -n "$$(ulimit -Hn)" && WHEREISMY_TORTURE=yes $(SWIFT) test --disable-xctest --filter TortureTests
	$(SWIFT) build --product whereismyd
	cd Tests/Product/API && WHEREISMY_TORTURE=yes /usr/bin/python3 -B -m unittest -v test_torture

build: ## Build the programs for release, with Swift linked statically
	@packaging/install-debian-packages build
	$(SWIFT) build $(RELEASE) --product whereismyd
	$(SWIFT) build $(RELEASE) --product whereismy
	$(SWIFT) build $(RELEASE) --product whereismy-geonames
	$(SWIFT) build $(RELEASE) --product whereismy-webhooks
	$(SWIFT) build $(RELEASE) --product whereismy-orders

bench: build ## Measure the release programs and their peers, and compare with the goals
	@packaging/install-debian-packages bench
	$(SWIFT) build $(RELEASE) $(BENCHMARKS) --product truth
	$(SWIFT) build $(RELEASE) $(BENCHMARKS) --product historywriter
	$(SWIFT) build $(RELEASE) $(BENCHMARKS) --product gazetteerbench
	@PYTHONPATH=Tests/Product/API python3 -B Benchmarks/Drivers/bench.py $(BUILT) $(MEASURING)

bench-gazetteer: build ## Measure only the gazetteer, with 13 million rows (ROWS=N: N rows), which takes 4 GB of disk
	@packaging/install-debian-packages bench
	$(SWIFT) build $(RELEASE) $(BENCHMARKS) --product gazetteerbench
	@python3 -B Benchmarks/Drivers/gazetteer.py $(BUILT) $(MEASURING) $(or $(ROWS),13000000)

api: ## Test the daemon through its sockets, and docs/openapi.yaml with schemathesis
	@packaging/install-debian-packages build run ci
	$(SWIFT) build --product whereismyd
	$(SWIFT) build --product whereismy
	$(SWIFT) build --product whereismy-webhooks
	/usr/bin/python3 -B -m unittest discover --start-directory Tests/Product/API
	@if program=$$(packaging/fetch-schemathesis); then \
		/usr/bin/python3 -B Tests/Product/API/conformance.py "$$program"; \
	else echo "schemathesis cannot be fetched: the responses were not compared with docs/openapi.yaml" >&2; fi

browser: ## Test the live page in a headless Chromium, with a simulated daemon and with whereismyd
	@packaging/install-debian-packages build run ci
	$(SWIFT) build --product whereismyd
	WHEREISMY_DAEMON="$$($(SWIFT) build --show-bin-path)/whereismyd" PYTHONPATH=Tests/Product/API \
		/usr/bin/python3 -B -m unittest discover --start-directory Tests/Product/Browser

check-system: deb ## Boot a fresh Debian 12 with the package, and test it (TEST=FILE[.CLASS[.NAME]])
	@packaging/install-debian-packages run ci
	/usr/bin/python3 -B Tests/Product/Container/check.py tests "$$(ls -t .build/whereismy_*.deb | head -n 1)" $(TEST)

soak: deb ## Run two hours at 10 Hz in a booted Debian, restarting gpsd every five minutes (SECONDS=N: N seconds)
	@packaging/install-debian-packages run ci
	/usr/bin/python3 -B Tests/Product/Container/check.py soak "$$(ls -t .build/whereismy_*.deb | head -n 1)" $(SECONDS)

truth: ## Score the location controller on simulated journeys (SCENARIO=NAME: only on that one)
	$(SWIFT) build $(RELEASE) $(BENCHMARKS) --product truth
	$(MEASURING)/truth --thresholds Benchmarks/thresholds.json $(if $(SCENARIO),--scenario $(SCENARIO)) \
		$(if $(ACCEPT),--accept) $(if $(KNOWN),--allow-known)
	$(MEASURING)/truth --fences --seeds 3 $(if $(SCENARIO),--scenario $(SCENARIO))

check-javascript: ## Check the types of the live page's scripts
	@if command -v tsc >/dev/null; then tsc --project jsconfig.json; \
	else echo "tsc is not installed: the types of the scripts were not checked"; fi

lint: check-javascript ## Check the format of the sources, the scripts and their types
	$(SWIFT) format lint --strict --parallel -r $(SOURCES)
	@if command -v shellcheck >/dev/null; then shellcheck $(SCRIPTS); else echo "shellcheck is not installed: the scripts were not checked"; fi

figures: ## Print the size and the grain of the sources
	@packaging/source-figures

install: ## Install the built programs (DESTDIR=, PREFIX=/usr/local)
	@packaging/place-files install

uninstall: ## Remove the installed files, for the same DESTDIR= and PREFIX=
	@packaging/place-files uninstall

deb: build ## Build the Debian package, .build/whereismy_VERSION_ARCH.deb
	@packaging/install-debian-packages deb
	@packaging/make-deb

deps: ## Install the Debian packages for building, running and testing
	@packaging/install-debian-packages build run test

clean: ## Remove the build products
	rm -rf .build Benchmarks/.build
