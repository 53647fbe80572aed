"""What Star Battle says, one module for each language."""
