"""Processes that speak GTP or NBoard, with all their habits.

One direction here as well:

    failure   why an engine lost
    guard     a small program between runner and engine that leaves no orphans
    process   a child process, its lines and deadlines
    clock     how long a player may think
    player    what every engine can be asked, whatever it speaks
    gtp       the Go Text Protocol
    nboard    the protocol of NBoard
    table     engines that run, kept from game to game
    describe  engines as a person describes them
"""
