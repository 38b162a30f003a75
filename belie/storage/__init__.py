"""Where turn reports are kept: in memory, or in a database that outlives the process.

Import `belie.storage.memory` or `belie.storage.sql`: the first does not load SQLAlchemy.
"""
