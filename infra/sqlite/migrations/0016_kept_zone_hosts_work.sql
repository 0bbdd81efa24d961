-- before_kept: no newcomer can replace the text before.
ALTER TABLE memos ADD COLUMN before_kept INTEGER NOT NULL DEFAULT 0;

-- The keys of memos that were permanently removed, so that a late repeat of their addition
-- does not bring them back.
CREATE TABLE removed (
  user_id   TEXT    NOT NULL,
  id        TEXT    NOT NULL,
  forget_at INTEGER NOT NULL, -- when a repeat would add the memo again
  checksum  INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) WITHOUT ROWID;
CREATE INDEX removed_to_forget ON removed (forget_at);

CREATE TRIGGER removed_erased AFTER DELETE ON users BEGIN
  DELETE FROM removed WHERE user_id = old.user_id;
END;

-- Where a family lives: a name of the IANA time zone database, '' if it is not known.
ALTER TABLE families ADD COLUMN time_zone TEXT NOT NULL DEFAULT '';

-- The host of an app that registered itself; '' for all others.
ALTER TABLE accesses ADD COLUMN host TEXT NOT NULL DEFAULT '';

-- What is left of the changes of many memos that an account asked for.
ALTER TABLE users ADD COLUMN work TEXT NOT NULL DEFAULT '{}'; -- JSON object: kind -> {family, began, after, author, memo, done, left}
CREATE INDEX users_working ON users (user_id) WHERE work <> '{}';
