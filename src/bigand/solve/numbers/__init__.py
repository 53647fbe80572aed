"""Files with numbers: their models, their best values, and whether there are infinitely many."""
