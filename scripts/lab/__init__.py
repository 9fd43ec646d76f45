"""The strength lab: engines against each other, and what their games say about them.

One direction, as in the engine itself; a module imports only what stands above it:

    records     what a match is made of: engines, limits, tasks, games; the words that all others share
    rules       the board, its moves and scores: the referee's own, of no engine
    notation    transcripts and GGF, in and out
    training    files of training games, in
    judge       what Emilia thinks of positions, in bulk
    openings    the file of openings, and new ones
    likelihood  how well a supposed strength fits the pairs counted
    statistics  what a set of results says: Elo, error bars, likelihoods, discs
    conduct     time, nodes and faults of each engine
    sequential  when a test may stop: SPRT on pairs of games
    simulation  what such a test is worth, with engines that are random numbers
    standings   tables of many players: points, Brightwell Quotient, crosstables
    ratings     Elo of many players at once
    pairings    who meets whom: round robin, Swiss
    wording     results as people read them
    files       files that are the old ones or the new ones
    matchups    which engines meet in a gauntlet and on a ladder, under which limits
    level_table the measured Elo of each level, in the README
    tournament  rounds that follow from the rounds before
    engines/    processes that speak GTP or NBoard, with all their habits
    solver      what an ending is worth, from a program that proves it
    play        a game, a pair of games
    journal     results on disk, game by game, never torn
    machine     this machine and what the lab runs on, for the record
    scheduler/  work handed to this machine's cores, or to a Dask cluster
    work        what the processes of a scheduler do for a contest
    contest     pairs asked for, played, kept and watched until somebody says enough
    display     how far a contest is, for a person at a terminal
    tuning      which numbers to try next, and which to take
    revisions   programs of other commits
    attack/     floods of input, latency under load, long forms of other tests: what the program must withstand
    report/     a contest, a study of numbers, a training or an attack as one HTML file
    home        where the lab lives and what it needs: the standard library alone
    commands/   one module for each script beside this package
"""
