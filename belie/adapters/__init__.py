"""One flat file per foreign thing; nothing is imported here, each is imported where it is used."""
