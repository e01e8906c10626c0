"""Databases and transcripts made with earlier versions, one folder for each version, and the scripts that make them.

Every later version must read them, so no file in these folders is edited. Make another folder with `tests.earlier.make`
and `tests.earlier.answers` when the schema changes, or when buttons that were posted earlier get another meaning.
"""
