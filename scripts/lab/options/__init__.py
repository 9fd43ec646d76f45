"""The command lines of the scripts, one module each: `parse` reads the arguments and prints `--help`.

These modules import the standard library only, so that `--help` works before `.venv` exists. `lab.commands` does the work.
"""
