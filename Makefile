# Voice Memo. `make help` lists what can be done.

GO       ?= go
DATA     ?= ./data
ADDR     ?= 127.0.0.1:8080
APP      := webapi/app
BUNDLE   := $(APP)/dist/index.html
VERSION  ?= $(shell tools/version)
LINKED   := voicememo/cmd/internal/version.linked
SOURCES  := $(shell find $(APP)/src $(APP)/static $(APP)/test -type f 2>/dev/null) \
            $(wildcard $(APP)/*.json $(APP)/*.mjs $(APP)/*.html)

# The go command builds these once and keeps the programs in its cache.
GOLANGCI    := $(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
GOVULNCHECK := $(GO) run golang.org/x/vuln/cmd/govulncheck@v1.8.0
GOTESTSUM   := $(GO) run gotest.tools/gotestsum@v1.13.0
GORELEASER  := $(GO) run github.com/goreleaser/goreleaser/v2@v2.12.0
CYCLONEDX   := github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.9.0
GREMLINS    := $(GO) run github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0
ACTIONLINT  := $(GO) run github.com/rhysd/actionlint/cmd/actionlint@v1.7.7

# A package whose tests take longer hangs.
TIMEOUT := 30m

# The race detector looks at everything but SQLite, which was translated from C and has no
# goroutines of its own: looking there costs more than all the rest (docs/decisions/0034).
RACE := -race -gcflags='modernc.org/...=-race=false -d=checkptr=0'

# The packages with goroutines of ours, which `make test` also runs with the race detector,
# in the short form; of the DynamoDB store and the web API, the tests in which several meet.
# `make test-long` runs everything with it.
RACED := ./internal/parallel ./auth ./family/push ./family/websockets ./infra/sqlite ./internal/staleconn \
         ./internal/limit ./webapi/live ./webapi/picture ./internal/logsample \
         ./cmd/internal/app ./internal/connlimit ./cmd/internal/function ./cmd/internal/health ./internal/logqueue

# The product; the tests of tools run in `make test-long`. The slowest packages start first.
PRODUCT = ./webapi/app/e2e ./cmd/voicememo ./skill ./infra/dynamo $(shell $(GO) list ./... | grep -v '^voicememo/tools')

# Tests make much garbage and run for a short time; less collecting is a tenth of the time.
check test-go test-race test-all: export GOGC := 400

# By default the race detector has every process wait a second before it ends.
test-race test-all: export GORACE := atexit_sleep_ms=20

.DEFAULT_GOAL := help
.PHONY: $(shell grep -oE '^[a-z-]+:' $(firstword $(MAKEFILE_LIST)) | tr -d :)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

guide: DIRTY := 1
guide: ONLY := linux/amd64
guide: release ## follow the README and the guide for a server (HERE="Install the package" installs it on this machine)
	@GO=$(GO) tools/prerequisites curl dpkg-deb
	tools/guide.sh $(if $(HERE),--here "$(HERE)") bin/release

run: build ## build everything and serve on http://localhost:8080 with the sign-in of --dev
	bin/voicememo serve --dev --addr $(ADDR) --data $(DATA)

run-dynamodb: build ## the same over a local DynamoDB engine (empty at each start)
	$(GO) run ./tools/localdynamo sh -c 'bin/voicememo tables create && exec bin/voicememo serve --dev --addr $(ADDR) --data $(DATA) --store dynamodb'

pictures: build ## take pictures of every screen in every size and theme, bin/pictures/index.html (SCREEN=list LANGUAGE=ja WIDTH=390 THEME=dark)
	@GO=$(GO) tools/prerequisites chromium fonts
	$(GO) run ./tools/pictures -screen "$(SCREEN)" -lang "$(LANGUAGE)" -width "$(WIDTH)" -theme "$(THEME)"

screenshots: build ## retake the pictures of the README, and of the app's manifest
	@GO=$(GO) tools/prerequisites chromium fonts
	$(GO) run ./tools/pictures -readme -out docs/images

bench-page: web ## measure the page in Chromium: frames of a long list, how fast others see a memo, its start on a slow line, interactions, Lighthouse
	cd tools/lighthouse && npm ci --silent --no-audit --no-fund --ignore-scripts
	$(GO) test -run '^$$' -bench 'Page' -benchtime 20x -timeout 60m ./tools/bench
	$(GO) test -run '^$$' -bench 'Lighthouse' -benchtime 1x -timeout 60m ./tools/bench

talk: build ## talk to the skill of a running `make run`, or to its store
	bin/voicememo talk --data $(DATA)

build: can-build web ## build bin/voicememo with the page inside
	$(GO) build -trimpath -ldflags="-s -w -X $(LINKED)=$(VERSION)" -o bin/voicememo ./cmd/voicememo

promises: ## before a release: add what is new to the lists of what stays (docs/decisions/0076)
	MEMOTEST_PROMISE=1 $(GO) test -count=1 -run 'Promised|TestPart$$' ./cmd/... ./infra ./infra/modules ./skill ./webapi ./webapi/push

# As goreleaser builds, so that little is compiled twice.
release: export CGO_ENABLED := 0
release: can-release build ## write the files of a release to bin/release: archives, packages, SBOMs, notes, checksums (DIRTY=1 ONLY=linux/amd64)
	GORELEASER="$(GORELEASER)" CYCLONEDX="$(CYCLONEDX)" DIRTY=$(DIRTY) ONLY=$(ONLY) tools/release/write

packages: DIRTY := 1
packages: release inspect ## write the files of a release, and inspect each of them

inspect: ## inspect the files in bin/release (ONLY=linux/amd64 if they were made so)
	@GO=$(GO) tools/prerequisites go dpkg-deb rpm qemu-aarch64-static qemu-arm-static
	MEMOTEST_RELEASE="$(CURDIR)/bin/release" MEMOTEST_RELEASE_ONLY=$(ONLY) $(GO) test -count=1 -timeout $(TIMEOUT) ./tools/release

web: $(BUNDLE) ## bundle the page

$(APP)/node_modules/.package-lock.json: $(APP)/package.json $(APP)/package-lock.json
	cd $(APP) && npm ci --no-audit --no-fund

$(BUNDLE): $(APP)/node_modules/.package-lock.json $(SOURCES)
	cd $(APP) && npm run --silent build

check: can-check ## two minutes: formatting, static analysis, types, and the tests without a browser; LAYER=webapi checks one folder in under a minute
ifdef LAYER
	@$(MAKE) --no-print-directory $(if $(filter webapi/app%,$(LAYER)),test-web lint-web,web)
	$(GOLANGCI) run --allow-parallel-runners "./$(LAYER)/..."
	$(GO) test -short -vet=off "./$(LAYER)/..."
else
	@$(MAKE) --no-print-directory lint test-web
	$(GO) test -short -vet=off -p 4 -timeout $(TIMEOUT) $(PRODUCT)
endif

# Two at a time: each of them waits now and then. What a target prints comes when it ends.
test: can-test web ## eight minutes: everything that must pass before a change lands
	@$(MAKE) --no-print-directory --keep-going --jobs=2 --output-sync test-go lint vuln test-web test-components test-race

test-long: can-test ## hours, every night: all tests in their long forms, also those of tools, packages and other systems
	@GO=$(GO) tools/prerequisites promtool
	@$(MAKE) --no-print-directory test-all alone browsers walk stale joining damage deaths soak attack chaos fuzz mutants image packages guide

# Named first, so that nothing runs before all of it is known to be here. The DynamoDB
# suites install the local engine themselves, from the npm registry.
can-build:
	@GO=$(GO) tools/prerequisites go node npm
can-release:
	@GO=$(GO) tools/prerequisites go node npm git
can-check:
	@GO=$(GO) tools/prerequisites go git node npm bash curl jq
can-test:
	@GO=$(GO) tools/prerequisites go git node npm bash curl jq cc chromium
can-image:
	@command -v docker >/dev/null || tools/prerequisites podman
	@GO=$(GO) tools/prerequisites go node npm git jq

test-web: web ## type check and unit tests of the page, in a random order (ORDER=seed repeats one)
	cd $(APP) && npm run --silent check && npm test --silent -- --project unit

test-components: web ## tests of the page's components in Chromium, with the input of a person
	cd $(APP) && npm test --silent -- --project components

alone: web ## every unit test of the page in a process of its own
	cd $(APP) && npm run --silent test:alone

browsers: web ## play the same scenes in Chromium, Firefox and WebKitGTK
	@GO=$(GO) tools/prerequisites go chromium firefox webkit
	MEMOTEST_NIGHTLY=1 MEMOTEST_BROWSERS=all $(GO) test -count=1 -timeout $(TIMEOUT) -run TestBrowsers ./webapi/app/e2e

alerts: web ## check the alert rules with promtool, on the metrics of a new server and of faulty ones
	@GO=$(GO) tools/prerequisites go promtool
	MEMOTEST_NIGHTLY=1 $(GO) test -count=1 -v -run 'TestAlerts' ./cmd/voicememo

test-go: web ## the Go tests of the product
	$(GOTESTSUM) --format pkgname --format-hide-empty-pkg -- -vet=off -ldflags=-w -p 3 -timeout $(TIMEOUT) $(PRODUCT) # vet is part of lint

test-race: web ## the short form of those with goroutines of ours, with the race detector
	$(GOTESTSUM) --format pkgname --format-hide-empty-pkg -- $(RACE) -short -vet=off -ldflags=-w -p 3 -timeout $(TIMEOUT) $(RACED)
	$(GOTESTSUM) --format pkgname -- $(RACE) -short -vet=off -ldflags=-w -timeout $(TIMEOUT) -run 'Together|Meet|Away|Overload|Conflicts|Stream|OneAfter|NeverStale' ./infra/dynamo ./webapi

test-all: web ## all Go tests, also those of tools and those that run nightly, with the race detector
	MEMOTEST_NIGHTLY=1 $(GOTESTSUM) --format pkgname --format-hide-empty-pkg -- $(RACE) -vet=off -ldflags=-w -p 2 -timeout 60m ./...

lint: web ## formatting, vet and static analysis
	$(GOLANGCI) run --allow-parallel-runners ./...
	$(ACTIONLINT) -shellcheck= -pyflakes= .github/workflows/*.yml # without what may be installed
	@$(MAKE) --no-print-directory lint-web
	@command -v cfn-lint >/dev/null || { echo "NOT LINTED: infra/template.yaml, for cfn-lint is not here."; exit 0; }; cfn-lint infra/template.yaml

lint-web: web # formatting and rules of the page, and of the input of its tests
	cd $(APP) && npm run --silent lint
	@grep -nE 'dispatchEvent|execCommand|\.value =[^=]|\.click\(\)' -r $(APP)/e2e cmd/*/browser_test.go; [ $$? -eq 1 ] || { echo "input made by a script: use the steps of tools/testkit/chromium"; exit 1; }

# The list of known faults comes over the network. A machine without it says so instead of
# failing; govulncheck has the exit status 3 if it found something.
vuln: web ## known faults in what we depend on
	@mkdir -p bin; $(GOVULNCHECK) ./... > bin/vuln.log 2>&1 || { grep -q 'exit status 3' bin/vuln.log && cat bin/vuln.log && exit 1; \
		echo "NOT SCANNED: the list of known faults (vuln.go.dev) cannot be reached from here."; }

capacity: ## measured DynamoDB capacity of every access, beside what was promised, in a family of 10,000 memos (OTHERS=100000 memos of others)
	MEMOTEST_CAPACITY_MEMOS=10000 MEMOTEST_CAPACITY_OTHERS=$${OTHERS:-10000} $(GO) test -count=1 -v -run Capacity ./infra/dynamo

chaos: ## every turn of the skill while DynamoDB resets, hangs and throttles, with the time the skill itself allows
	MEMOTEST_FAULTS=all $(GO) test -count=1 -timeout 60m -v -run TestFaults ./skill | grep -E 'longest|FAIL|^ok'

fuzz: ## fuzz everything that strangers write to, a minute each
	@for target in $$(grep -rlE '^func Fuzz' --include='*_test.go' . | xargs -n1 dirname | sort -u); do \
		for name in $$(grep -hoE '^func Fuzz[A-Za-z]+' $$target/*_test.go | sed 's/func //'); do \
			echo "$$target $$name"; $(GO) test -run '^$$' -fuzz "^$$name$$" -fuzztime 60s $$target || exit 1; \
		done; done

phrases: ## play the rounds of what people say, and print what is wrong
	$(GO) test -count=1 -v -run TestRounds ./skill

walk: ## long random walks of conversations
	MEMOTEST_NIGHTLY=all $(GO) test -count=1 -timeout 60m -run 'TestUndoTakesBack|TestEveryCharacter|TestAnyText' ./skill -rapid.checks 500

stale: ## read a million lists while everything that changes them happens: none is stale (CHECKS=1000000)
	MEMOTEST_STALE_CHECKS=$${CHECKS:-1000000} $(GO) test -count=1 -timeout 60m -v -run TestNeverStale ./webapi

story: web ## two people in three tabs, with kills and lost connections, against a model of what each must see (STEPS=300 SEED=)
	MEMOTEST_STEPS=$(or $(STEPS),300) $(if $(SEED),MEMOTEST_SEED=$(SEED)) $(GO) test -count=1 -timeout $(TIMEOUT) -v -run '^TestStory$$' ./webapi/app/e2e

joining: ## a long random history of joining, leaving and Echos that disappear, on both engines
	MEMOTEST_JOIN_STEPS=$${STEPS:-100000} $(GO) test -count=1 -timeout 60m -v -run TestJoining ./infra/sqlite ./infra/dynamo

deaths: web ## let a process die at every call, interrupt every check, copy and show long lists
	MEMOTEST_DEATHS=all $(GO) test -count=1 -timeout 60m -run 'Death|FormersFollow' ./infra/dynamo
	MEMOTEST_INTERRUPTIONS=200 $(GO) test -count=1 -timeout 60m -run 'LookingLeavesTheLog|InterruptedChecks' ./infra/sqlite
	MEMOTEST_COPY_MEMOS=10000 $(GO) test -count=1 -timeout 60m -run TestCopyThereAndBack ./cmd/voicememo
	MEMOTEST_NIGHTLY=1 MEMOTEST_PAGE_MEMOS=10000 $(GO) test -count=1 -timeout 60m -run TestLongList ./webapi/app/e2e

damage: web ## damage the files of a server in 600 ways: each start refuses or is right, none is wrong in silence (DAMAGES=600 SEED=1)
	@mkdir -p bin; MEMOTEST_DAMAGES=$${DAMAGES:-600} MEMOTEST_DAMAGE_SEED=$${SEED:-1} $(GO) test -count=1 -timeout 60m -v -run '^TestDamage$$' ./cmd/voicememo > bin/damage.log; code=$$?; grep -vE '^(=== |    --- PASS)' bin/damage.log; exit $$code

# The tests of tools/siege, in their long form unless SHORT is set.
SIEGE = SIEGE_LONG=$(if $(SHORT),,1) SIEGE_SEED=$(or $(SEED),new) SIEGE_ROUNDS=$(ROUNDS) SIEGE_SOAK=$(SOAK) SIEGE_KILLS=$(KILLS) $(GO) test -count=1 -timeout 60m -v ./tools/siege

timing: web ## try to learn from the time of refusals which digits, links and numbers are good (ROUNDS=1200)
	$(SIEGE) -run '^TestTiming$$'

flood: web ## measure whether one account at full speed slows another person down (ROUNDS=7)
	$(SIEGE) -run '^TestFlood$$'

soak: web ## kill, break and load the program against a model of what people must see, on both engines (SOAK=10m, KILLS=200)
	$(SIEGE) -timeout 0 -run '^(TestSoak|TestLies)$$'

attack: web ## play the known attacks against a running server and the web function (SEED=, ONLY=name, SHORT=1)
	$(SIEGE) -run '^TestAttack$$/$(ONLY)'

lambda: web ## build the zips of the Lambda functions, bin/lambda/*.zip
	@for name in skill-lambda web-lambda live-lambda; do for arch in arm64 amd64; do \
		$(GO) run ./tools/lambdazip -version "$(VERSION)" -arch $$arch -out bin/lambda/$$name-$$arch.zip ./cmd/$$name || exit 1; done; done

bench: web ## under ten minutes: measure everything but the page, and write docs/benchmarks.md with its plots (RENDER=1 only writes the page again)
	$(GO) run ./tools/bench/report $(if $(RENDER),-render)

told: web ## measure how soon others know of a memo: open pages at home and on AWS, and notifications after they are due, beside a bare server
	$(GO) test -run '^$$' -bench '^BenchmarkTold$$' -benchtime 1x -timeout 20m ./tools/bench

bench-compare: web ## measure two commits in turns (A=commit B=commit BENCH=Serve/memos=10000$$/list TIMES=2x ROUNDS=6)
	GO=$(GO) tools/bench/compare $(or $(A),HEAD~1) $(or $(B),HEAD) '$(or $(BENCH),Serve/memos=10000$$)' $(or $(TIMES),2x) $(or $(ROUNDS),6)

mutants: web ## change operators and conditions of the core one by one and list those that its own tests do not notice (ONLY=./models)
	for folder in $(or $(ONLY),./models ./memo ./invite ./skill/understanding); do \
		nice -n 10 $(GREMLINS) unleash --output-statuses lt --threshold-efficacy 90 $$folder || exit 1; done

image: can-image ## build the Dockerfile for two architectures with podman or docker, as root, write bin/image/*.tar, and look at what is in it
	tools/image

lines: ## how many lines are shipped, kits and tools, tests and JSON
	@tools/lines

clean: ## remove what was built
	rm -rf bin $(APP)/node_modules $(APP)/dist/*
