"""Databases and transcripts from earlier versions, one folder per version, and the scripts that create them.

Every later version must be able to read them, so files in these folders are never edited. Create a new folder with
`tests.earlier.make` and `tests.earlier.answers` when the schema or the meaning of posted buttons changes.
"""
