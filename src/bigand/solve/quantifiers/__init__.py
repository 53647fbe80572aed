"""Files with quantifiers, which are games between two players: who wins, and how."""
