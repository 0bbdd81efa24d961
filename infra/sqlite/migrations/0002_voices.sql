-- What an Echo knows of the people who speak to it.

ALTER TABLE users ADD COLUMN voices        TEXT    NOT NULL DEFAULT '{}'; -- JSON object: voice -> name
ALTER TABLE users ADD COLUMN last_read_at  INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN last_deletion TEXT    NOT NULL DEFAULT '';   -- JSON object; '' for none

ALTER TABLE memos ADD COLUMN spoken_by TEXT NOT NULL DEFAULT ''; -- the mark of a voice; '' for none
