"""The packages of a release: see `scripts/release --help`."""
