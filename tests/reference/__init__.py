"""A second, plain reading of the language, for tests alone: nothing of `src` is imported here.

Takes a text of the propositional language; gives its atoms and all its models, or says that it is refused.
Written from the description of the language, instance by instance, as slow and as simple as it can be:
`read` makes a tree, `evaluate` walks it with nested loops, `models` fills a truth table; `values` are what
variables hold. `programs` makes random programs, `compare` asks bigand for the same and shrinks what differs.

What the description leaves open, and what is taken here:
- Values of one kind meet in `==`, `in` and between sets, or the program is refused; an empty set fits everywhere.
  Deeper down kinds are only told apart: `[[1]] == [[1.0]]` is false, and `[[1],[a]]` is a set of sets.
- Two numbers equal by IEEE are one element of a set (`[0.0,-0.0]` keeps the one that comes first); NaN is one
  element, and the least.
- Values of different kinds within a set of sets stand in the order int, float, proposition, set, quoted formula;
  quoted formulas stand by what is printed.
- A quoted formula is the formula when Top and Bot have been absorbed: two are equal if they are the same tree then.
- A float range is start, start+1, start+2, ...; one that never ends is refused.
- `let $a,$b = e1,e2` binds one after the other: e2 may read `$a`.
- What stands beside a written Top or Bot may be absorbed before it is evaluated: with an error there, no answer.
- A `when` that cannot be evaluated where another condition of it, joined by `and`, drops the turn anyway, or a set
  that cannot be where such a condition does: no answer.
- A cardinality in a quoted formula is expanded; how it is printed, and what it equals, no program asks.
- An index of a proposition is expanded one level deep, in expressions.
"""
