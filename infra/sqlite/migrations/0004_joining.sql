-- One invitation has one id, which its family names while it lives. Its four digits
-- and each of its links are rows of their own; a link's key is 'link#' and the hash of
-- its secret. Links of before stay valid for their five minutes.

ALTER TABLE families ADD COLUMN invite_id     TEXT    NOT NULL DEFAULT ''; -- '' for none
ALTER TABLE families ADD COLUMN invite_for    TEXT    NOT NULL DEFAULT ''; -- the only account that may use it; '' for any
ALTER TABLE families ADD COLUMN interim       INTEGER NOT NULL DEFAULT 0;  -- an Echo owns it because no person was left
ALTER TABLE families ADD COLUMN emptied_by    TEXT    NOT NULL DEFAULT ''; -- who emptied the trash last
ALTER TABLE families ADD COLUMN emptied_at    INTEGER NOT NULL DEFAULT 0;
ALTER TABLE families ADD COLUMN emptied_count INTEGER NOT NULL DEFAULT 0;

UPDATE families SET invite_id = coalesce((SELECT code || '-' || created_at FROM invite_codes
  WHERE code = invite_key AND invite_codes.family_id = families.family_id AND used = 0), '');

CREATE TABLE codes (
  code       TEXT    NOT NULL PRIMARY KEY,
  invite_id  TEXT    NOT NULL,
  family_id  TEXT    NOT NULL,
  created_by TEXT    NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  admits     INTEGER NOT NULL -- 1: digits that may join at once
) WITHOUT ROWID;
INSERT INTO codes SELECT code, code || '-' || created_at, family_id, created_by, created_at, expires_at, 0
  FROM invite_codes WHERE used = 0 AND code NOT LIKE 'link#%';
INSERT OR IGNORE INTO codes SELECT 'link#' || value, code || '-' || created_at, family_id, created_by, created_at, expires_at, 0
  FROM invite_codes, json_each(link_hashes) WHERE used = 0;
UPDATE families SET invite_key = coalesce((SELECT min(code) FROM codes WHERE codes.invite_id = families.invite_id), '')
  WHERE invite_id <> '';
DROP TABLE invite_codes;
ALTER TABLE codes RENAME TO invite_codes;

ALTER TABLE users ADD COLUMN joined_with      TEXT    NOT NULL DEFAULT ''; -- the invitation they came by
ALTER TABLE users ADD COLUMN added_by         TEXT    NOT NULL DEFAULT ''; -- who added this Echo
ALTER TABLE users ADD COLUMN invited_to       TEXT    NOT NULL DEFAULT ''; -- the family that has yet to admit them
ALTER TABLE users ADD COLUMN connection       TEXT    NOT NULL DEFAULT ''; -- an Echo's number
ALTER TABLE users ADD COLUMN connection_until INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN connection_key   TEXT    NOT NULL DEFAULT ''; -- the hash it is found by
ALTER TABLE users ADD COLUMN recovery         TEXT    NOT NULL DEFAULT ''; -- the hash of a number
ALTER TABLE users ADD COLUMN gone             INTEGER NOT NULL DEFAULT 0;  -- 1: a former member of family_id
ALTER TABLE users ADD COLUMN erase_at         INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN notice           TEXT    NOT NULL DEFAULT '';

ALTER TABLE users ADD COLUMN requested_check  TEXT    NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN requested_way    TEXT    NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN requested_invite TEXT    NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN requested_by     TEXT    NOT NULL DEFAULT '';

CREATE INDEX users_by_connection ON users (connection_key) WHERE connection_key <> '';
CREATE INDEX users_by_recovery ON users (recovery) WHERE recovery <> '';

CREATE INDEX users_due ON users (erase_at) WHERE erase_at > 0;
CREATE INDEX users_closing ON users (user_id) WHERE closing = 1;
