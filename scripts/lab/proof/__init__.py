"""Proves values of positions of Othello by many workers.

`claims` says what is to be proved, `tree` what is needed for it, `costs` what that will take, `driver` who does it. A worker is a
program that answers `emilia json` (`queries`, `answers`): a process of this machine (`local`), of a Dask cluster (`cluster`), or a
function with virtual time (`simulated`). `state` is the file that survives, `certificates` the proofs that others check, `report`
what people read.
"""
