"""Why there is no model: the rules that clash, the steps to the contradiction, and changes that mend the file."""
