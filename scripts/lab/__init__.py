"""The strength lab: plays engines against each other and evaluates their games. The scripts share its modules."""
