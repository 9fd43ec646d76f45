"""Robustness tests of the program: stress, latency under load, faults while it writes, and long forms of other tests.

A module imports only modules listed above it:

    result        the result of a part
    work          the task of a part
    program       a running program
    session       a program that is used line by line
    random_lines  random lines of each protocol
    stress_input  numbered lines, and the check of the answers
    exchange      sends stress input to a program and reads its answers
    stress        part: stress of all protocols
    latency       part: response time of ping and stop
    command       long commands of Cargo
    preload       programs that are killed, or whose writes fail, at a chosen change of a file
    case          a command that writes files, and the state that must hold after any end
    solve_cases   cases: saved solves
    file_cases    cases: all other files, and the table of all cases
    faults        part: kills and failing writes at every change of every file
    oracle        part: the comparison with an independent search, in tests/oracle.rs
    cargo_fuzz    part: the fuzz targets in fuzz/
    parts         the table of all parts
    campaign      runs the parts one after another in a given time
"""
