-- A checksum of each row, so that a damaged value is never taken for a right one.
-- row_checksum is a function of this program. Memos are written by few statements, which
-- set their checksum; the rows of the other tables have triggers. memo_count is not a
-- part: it can be counted.

ALTER TABLE memos        ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users        ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE families     ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invite_codes ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ledgers      ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accesses     ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;

-- What the program notes about the file itself.
CREATE TABLE state (
  name  TEXT NOT NULL PRIMARY KEY,
  value      NOT NULL
) WITHOUT ROWID;
