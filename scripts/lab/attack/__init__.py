"""Attacks on the program: floods of input, latency under load, and the long forms of tests that live elsewhere.

In one direction, as in the whole lab:

    tally         what every part reports
    work          what every part is given
    program       a running program
    conversation  a program that is talked to line by line
    fuzz          random lines
    flood         numbered lines, and the check of the answers
    exchange      a flood on its way through a program
    storm         part: floods in all protocols
    latency       part: how long ping and stop take
    command       long commands of Cargo
    preload       programs that are killed, or whose writes fail, at a chosen change of a file
    case          a way of writing files, and what must hold of them after any end
    solves        cases: saved solves
    kept          cases: all other files, and the table of all cases
    faults        part: kills and failing writes at every change of every file
    oracle        part: the comparison with an independent search, in tests/oracle.rs
    cargo_fuzz    part: the fuzz targets in fuzz/
    parts         the table of all parts
    campaign      parts one after another, in a given time
"""
