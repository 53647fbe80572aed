"""Light Up (Akari): bulbs on the white cells, so that every white cell is lit and no bulb lights another.

`board` is the value, `formats` reads and writes it, `model.touist` says what a solution is, `solving` finds it,
`check` judges marks, `draw` makes pictures.
"""
