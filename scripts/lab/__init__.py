"""The strength lab: plays engines against each other and evaluates their games.

A module imports only modules listed above it:

    defaults    defaults of options
    bootstrap   paths and the virtual environment; standard library only
    options/    the command lines; standard library only
    records     engines, limits, tasks and games
    rules       the board of Othello, its moves and scores
    variants    the rules of the variants, from words
    variant_board boards of variants, their moves and results
    notation    transcripts and GGF
    opening_names names of openings in all orientations
    training    reads files of training games
    evaluator   scores of many positions by Emilia
    variant_openings random openings of variants
    openings    reads and generates files of openings
    likelihood  likelihoods of counted pairs
    statistics  Elo, intervals and disc differences of two engines
    engine_stats time, nodes and faults of each engine
    sequential  the sequential probability ratio test
    simulation  error rates of that test with simulated engines
    standings   points, Brightwell Quotient, crosstables
    ratings     Elo of many players
    pairings    round robin and Swiss
    result_lines, misspellings, results, result_reader  results of people, typed by hand
    formatting  results as text
    table       the standings with crosstable and explanations, as text, CSV and JSON
    people      standings and pairings of a tournament of people
    files       files that are replaced in one step
    matchups    the matchups of a gauntlet and of a ladder
    level_table the measured Elo of each level, in docs/levels.md
    tournament  the rounds of a tournament
    engines/    processes that speak GTP, NBoard or UGI
    solver      exact scores of endings
    play        plays games and pairs of games
    journal     the results of a contest on disk
    journal_table the standings of a contest from its journal
    machine     a description of this machine
    scheduler/  distributes work to processes, on this machine or a Dask cluster
    work        functions that worker processes run for a contest
    contest     plays the pairs of a contest and stores them
    display     the progress of a contest at a terminal
    tuning      parameters tuned by matches
    revisions   programs of other commits
    sanitizers  builds with a sanitizer
    workload    what is run with these builds
    attack/     robustness tests of the program
    universal   the format of the program for every PC
    report/     HTML pages of contests, tuning, training and attacks
    commands/   one module for each script
    package     builds the package with the portable kernels and compares it with the repository's program
    checks      the checks of the project; standard library only
"""
