"""`bigand studio`: the questions over HTTP for a page in the browser, on this machine, for whoever started it.

Takes requests, gives answers with their sentences. It knows questions by the register only, and keeps nothing of
them: the state of a page is the page's.
"""
