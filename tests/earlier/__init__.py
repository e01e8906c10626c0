"""What earlier versions left behind, a folder each, and the programs that made it.

Later versions must go on with all of it, so nothing in those folders is edited. A version that changes what is kept, or
what old buttons do, gets a folder of its own beside the others; `tests.earlier.make` and `tests.earlier.answers` fill
it.
"""
