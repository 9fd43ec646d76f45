"""Engine processes that speak GTP, NBoard or UGI.

A module imports only modules listed above it:

    failure   why an engine lost
    guard     a small program between the runner and an engine that ends all of the engine's processes
    lines     lines read from a process, in bounded memory
    process   a child process with deadlines for its lines
    clock     the time that a player has
    player    the interface of all engines
    gtp       the Go Text Protocol
    nboard    the protocol of NBoard
    ugi       the Universal Game Interface
    pool      running engines, reused from game to game
    describe  engines described on the command line or in a TOML file
"""
