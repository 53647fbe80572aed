"""Reason like a person: from a position to the next step that a person would find, cheapest first.

Single deductions are LEGUP's direct rules. Set arguments use that one of some cells must have a bulb. A case
supposes a mark and follows single deductions to a contradiction; a nested case needs another argument on the way.
All of them consist of the rules of `rules` alone: an argument is a supposition, conclusions of rules, and a
contradiction. So an explanation can be written as a proof, and a checker that knows only the rules can replay it.
"""
