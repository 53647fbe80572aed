"""`bigand studio`: a local HTTP server that answers questions for a page in the browser.

Responses have the answers and their sentences. The server finds questions only through `api.register`, and keeps no
state of a page: that is in the page.
"""
