# Two commands: `make play` and `make test`. The rest are their parts.
# npm writes this file last: where it is missing, an install was broken off.
INSTALLED = node_modules/.package-lock.json

# The parts of `test` follow each other: each takes both cores.
.NOTPARALLEL:
.PHONY: play test tools lint unit python python-test train web web-test types e2e layout gallery pictures icons dist dist-check notices audit

play: ## Build what is needed and open the tables; LAN=1 lets phones at home join
	@LAN=$(LAN) tools/play

test: tools web lint unit python-test web-test e2e ## All checks, as CI runs them
# The program that the tests of Rust have built is the one that is played in the browser.
test: export BOBBIN_BUILT = yes
# A clone that is built once gains nothing from what the next build could reuse, nor from what a debugger would ask for.
ifdef CI
export CARGO_INCREMENTAL = 0
export CARGO_PROFILE_DEV_DEBUG = false
endif

tools:
	@tools/install-test-tools

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings

# nextest where it is installed, for speed; cargo's own runner otherwise.
unit:
	@if cargo nextest --version >/dev/null 2>&1; then \
	  cargo nextest run --workspace --lib --bins --tests --locked; \
	else \
	  cargo test --workspace --lib --bins --tests --locked; \
	fi
	cargo test --doc --workspace --locked

python: ## The Python package as a wheel, into target/wheels, tried in an empty environment
	tools/wheel

# The library that the tests of Rust have built is the one that is tested from Python.
python-test:
	[ -n "$$BOBBIN_BUILT" ] || cargo test --locked -p bobbin-python --no-run
	tools/test-python

# Hours: docs/bots.md says how long it took and what came of it.
train: ## GAME=knitting-circle: trains its network by self-play, into crates/minds/weights (WITH="--generations 5")
	tools/train $(GAME) $(WITH)

# The page: built into web/dist, which a release takes in when it is built. A release that was built before there was a
# page has to look again.
web: web/dist/index.html
	@[ -e target/page ] || { mkdir -p target && touch target/page crates/server/src/page.rs; }

web/dist/index.html: web/$(INSTALLED) web/index.html $(wildcard web/*.ts web/*.js) $(shell find web/src web/worker web/public -type f)
	cd web && npm run --silent build

web/$(INSTALLED) e2e/$(INSTALLED): %/$(INSTALLED): %/package-lock.json
	cd $* && npm install --silent --no-audit --no-fund
	@touch $@

web-test: web/$(INSTALLED)
	cd web && npm run --silent types:check && npm run --silent check && npm test --silent

# The titles that have a folder of the page.
titles := $(filter-out generic,$(notdir $(patsubst %/,%,$(wildcard web/src/games/*/))))

types: web/$(INSTALLED) ## The API's and the titles' descriptions and the page's types of them; tests say when they are out of date
	cargo build --quiet -p bobbin-cli
	target/debug/bobbin openapi > web/openapi.json
	for title in $(titles); do target/debug/bobbin schema $$title > web/src/games/$$title/schema.json || exit 1; done
	cd web && npm run --silent types

# Real server, real Chromium: the development build, with the page from web/dist. Each test plays the same deals every
# time, and nothing is tried again.
e2e: tools web e2e/$(INSTALLED)
	[ -n "$$BOBBIN_BUILT" ] || cargo build --locked -p bobbin-cli
	cd e2e && npm run --silent check && npm test --silent

layout: tools web e2e/$(INSTALLED) ## Every table and every page in every window: all phases and numbers of players, both texts and themes
	cargo build --locked -p bobbin-cli
	cd e2e && npm run --silent layout

gallery: tools web e2e/$(INSTALLED) ## Screenshots of every screen, into target/gallery
	cargo build --locked -p bobbin-cli
	cd e2e && npm run --silent gallery

# Named deals, played by bots to the same middle each time.
pictures: tools web e2e/$(INSTALLED) ## The pictures of README.md, into docs/pictures
	cargo build --locked -p bobbin-cli
	cd e2e && npm run --silent pictures

icons: tools e2e/$(INSTALLED) ## The icons of the installed page as PNG, from web/public/favicon.svg
	tools/icons

# Three servers, two workers, NATS and PostgreSQL, one of them killed every ten seconds.
chaos: tools ## Twenty minutes in which everything is killed again and again (SECONDS_OF_CHAOS=60 for less)
	BOBBIN_CHAOS_SECONDS=$(or $(SECONDS_OF_CHAOS),1200) BOBBIN_CHAOS_EVERY=10 cargo test --locked --release -p bobbin-cli --test it chaos -- --nocapture

dist: web ## What is handed out, into target/packages: a Debian package, an archive, their sums
	tools/dist

dist-check: ## The packages as they are hosted: every command of docs/hosting.md, on a Debian in a container (root, long)
	tools/check-dist

notices: web ## NOTICES.txt: whose work is in the program and the page
	tools/notices

# The list of advisories is a repository on GitHub: where that cannot be reached, the last line fails.
audit: ## cargo-deny: licenses, sources and known faults of what we depend on
	tools/install-dist-tools cargo-deny
	target/dist-tools/bin/cargo-deny --locked check --hide-inclusion-graph licenses bans sources
	target/dist-tools/bin/cargo-deny --locked check advisories
