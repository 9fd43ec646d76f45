"""The parts of `scripts/attack`: robustness tests of the program."""
