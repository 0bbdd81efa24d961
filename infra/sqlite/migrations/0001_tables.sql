-- Times are milliseconds since 1970 UTC, 0 for none; expires_at and purge_at too.

CREATE TABLE users (
  user_id              TEXT    NOT NULL PRIMARY KEY,
  family_id            TEXT    NOT NULL, -- '' while the account is closing
  user_name            TEXT    NOT NULL,
  email                TEXT    NOT NULL,
  picture              TEXT    NOT NULL,
  is_owner             INTEGER NOT NULL,
  created_at           INTEGER NOT NULL,
  updated_at           INTEGER NOT NULL,
  joined_at            INTEGER NOT NULL,
  source               TEXT    NOT NULL,
  move_epoch           INTEGER NOT NULL,
  sessions_valid_after INTEGER NOT NULL,
  closing              INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX users_by_family ON users (family_id, joined_at, user_id);
-- One owner per family, whatever the program does.
CREATE UNIQUE INDEX users_one_owner ON users (family_id) WHERE is_owner = 1 AND family_id <> '';

CREATE TABLE families (
  family_id  TEXT    NOT NULL PRIMARY KEY,
  owner_id   TEXT    NOT NULL,
  created_at INTEGER NOT NULL,
  invite_key TEXT    NOT NULL
) WITHOUT ROWID;

-- Clustered in the order lists are read, so that a page is one range of the table.
CREATE TABLE memos (
  family_id       TEXT    NOT NULL,
  deleted         INTEGER NOT NULL,
  timestamp       INTEGER NOT NULL,
  user_id         TEXT    NOT NULL,
  id              TEXT    NOT NULL,
  content         TEXT    NOT NULL,
  created_by_name TEXT    NOT NULL,
  updated_at      INTEGER NOT NULL,
  updated_by      TEXT    NOT NULL,
  version         INTEGER NOT NULL,
  deleted_at      INTEGER NOT NULL,
  purge_at        INTEGER NOT NULL,
  PRIMARY KEY (family_id, deleted, timestamp DESC, user_id DESC, id DESC)
) WITHOUT ROWID;
CREATE UNIQUE INDEX memos_by_author ON memos (user_id, id);
CREATE INDEX memos_to_purge ON memos (purge_at) WHERE deleted = 1;

CREATE TABLE invite_codes (
  code        TEXT    NOT NULL PRIMARY KEY,
  family_id   TEXT    NOT NULL,
  created_by  TEXT    NOT NULL,
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL,
  used        INTEGER NOT NULL,
  used_by     TEXT    NOT NULL,
  used_at     INTEGER NOT NULL,
  link_hashes TEXT    NOT NULL -- JSON array
) WITHOUT ROWID;

CREATE TABLE ledgers (
  name       TEXT    NOT NULL PRIMARY KEY,
  version    INTEGER NOT NULL,
  entries    TEXT    NOT NULL, -- JSON array
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
