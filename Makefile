# What there is to run. Everything works without make as well: see the commands.

.DEFAULT_GOAL := help
.PHONY: help test generate check downstream lint bench fuzz-short

TOOLS := -modfile=testdata/tools/go.mod

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST)

test: ## all tests of this module
	go test ./...

generate: ## write gen/ from schemas/, here and in testdata/downstream
	go run ./cmd/bindery generate
	cd testdata/downstream && go generate ./...

check: ## fail when gen/ is not what schemas/ give
	go run ./cmd/bindery check

downstream: ## the project in testdata/downstream: generate, vet, test, run
	cd testdata/downstream && go generate ./... && go vet ./... && go test ./... && go run ./cmd/demo

lint: ## gofmt, vet, staticcheck
	@test -z "$$(gofmt -l .)" || { gofmt -l . ; echo "run gofmt -w on these files"; exit 1; }
	go vet ./...
	go tool $(TOOLS) staticcheck ./...

bench: ## benchmarks of this module
	go test -run '^$$' -bench . -benchmem ./...

fuzz-short: ## every fuzz target for ten seconds
	@grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n 1 dirname | sort -u | while read -r dir; do \
	  (cd "$$dir" && go test -list '^Fuzz' . | grep '^Fuzz' | while read -r target; do \
	    echo "$$dir $$target"; go test -run '^$$' -fuzz "^$$target$$" -fuzztime 10s . || exit 1; \
	  done) || exit 1; \
	done
