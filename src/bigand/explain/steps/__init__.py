"""A model solved in steps that people can follow: `theory` the clauses, `following` what single instances say,
`supposing` what suppositions lead to, `shrinking` the fewest instances, `walking` the way from step to step."""
