"""Water Sort: tubes with layers of colours; pour until every tube is empty or full of one colour."""
