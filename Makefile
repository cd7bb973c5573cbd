# Everything a contributor runs. `make setup` first, then `make test`.

GO          ?= go
FUZZTIME    ?= 30s
GOFUMPT     := mvdan.cc/gofumpt@v0.12.0
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.9.0

# The engine is SQLite's C in Go, one thread a connection: instrumenting it for races finds nothing of ours and makes it
# ten times slower. Everything else is instrumented. (The driver's root package must be too: it shares generic code with
# ours, which the linker keeps once.)
RACE        := -race -gcflags=modernc.org/sqlite/lib=-race=false -gcflags=modernc.org/libc=-race=false

.PHONY: build setup test short lint fmt fuzz bench golden security-report

build: ## the program, as ./vitrine
	$(GO) build -trimpath -o vitrine ./cmd/vitrine

setup: ## installs what the tests need on Debian, says what is missing elsewhere
	./.ci/setup

test: ## everything, with the race detector
	$(GO) test $(RACE) -timeout 25m ./...

short: ## the same without the race detector and the slowest tests
	$(GO) test -short ./...

lint: ## format, vet, staticcheck, tidiness, and known vulnerabilities where their database is reachable
	@unformatted=$$($(GO) run $(GOFUMPT) -l .); if [ -n "$$unformatted" ]; then echo "gofumpt: $$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...
	$(GO) mod tidy -diff
	@./.ci/vulnerabilities $(GOVULNCHECK)

fmt:
	$(GO) run $(GOFUMPT) -w .

fuzz: ## every fuzz target in turn, FUZZTIME each
	@for target in $$($(GO) test -list '^Fuzz' ./fuzz | grep '^Fuzz'); do \
		echo "== $$target"; $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 50x ./fuzz || exit 1; \
	done

bench: ## ratios and figures of docs/performance.md
	$(GO) test -run '^$$' -bench . -benchmem ./...

golden: ## rewrites golden files; read the diff before committing it
	$(GO) test $$(grep -rl --include=*_test.go 'flag.Bool("update"' . | xargs -n1 dirname | sort -u) -update

security-report: ## docs/security-report.md, from real runs of everything it tells
	$(GO) run ./fuzz/report -fuzztime $(FUZZTIME)
