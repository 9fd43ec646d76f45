"""What the scripts beside the package do: one module each, with a `main` that takes the arguments and gives the exit code."""
