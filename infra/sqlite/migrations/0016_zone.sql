-- Where a family lives: a name of the IANA time zone database, '' if it is not known.

ALTER TABLE families ADD COLUMN time_zone TEXT NOT NULL DEFAULT '';
