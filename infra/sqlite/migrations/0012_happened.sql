-- What modules keep devices of a person, and the events of which they tell the other members
-- of a family: each is written in the transaction of its change, and deleted when all
-- modules have taken it. An id is never used again.

CREATE TABLE listeners (
  user_id  TEXT    NOT NULL,
  module   TEXT    NOT NULL,
  checksum INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, module)
) WITHOUT ROWID;

CREATE TABLE happened (
  id        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  kind      TEXT    NOT NULL,
  family_id TEXT    NOT NULL,
  actor     TEXT    NOT NULL,
  person    TEXT    NOT NULL,
  author    TEXT    NOT NULL, -- of the memo; '' for none
  memo_id   TEXT    NOT NULL,
  at        INTEGER NOT NULL,
  checksum  INTEGER NOT NULL DEFAULT 0
);

CREATE TRIGGER users_unheard AFTER DELETE ON users BEGIN
  DELETE FROM listeners WHERE user_id = old.user_id;
END;
