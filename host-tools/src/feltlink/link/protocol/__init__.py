"""docs/protocol.md: the catalogue's tables and bytes in a page of prose."""
