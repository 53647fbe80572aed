"""Reasoning like a person: from a position to the next step that a person would find, cheapest first.

Single deductions are LEGUP's direct rules; set arguments say that of some cells one must have a bulb; a case
supposes a mark and follows single deductions to a contradiction; a nested case needs another argument on the
way there. All of them are made of the rules of `rules`, and nothing else: an argument is a supposition,
conclusions of rules, and a contradiction of a rule. So an explanation can be written as a proof, and a checker
that knows only rules can replay it.
"""
