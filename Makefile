# Two commands: `make play` and `make test`. The rest are their parts.
.PHONY: play test tools lint unit

play: ## Build what is needed and start a game
	cargo run --release --quiet -p bobbin-cli -- play

test: tools lint unit ## All checks, as CI runs them

tools:
	@tools/install-test-tools

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings

# nextest where it is installed, for speed; cargo's own runner otherwise.
unit:
	@if cargo nextest --version >/dev/null 2>&1; then \
	  cargo nextest run --workspace --locked; \
	else \
	  cargo test --workspace --locked; \
	fi
