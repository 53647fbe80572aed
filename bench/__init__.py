"""Speed, measured: `make bench`. Workloads are made by rule, and each first asserts the right answer."""
