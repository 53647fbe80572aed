"""bigand (⋀): a logic workbench. Write a problem as it stands on the blackboard; have it checked and shown.

The rooms of the house, in the order of the road through it, are `source`, `language` and `apps`;
ARCHITECTURE.md tells what each takes and gives. A room imports only rooms before it.
"""

__version__ = "0.1.0"
