-- What people have granted to browsers and programs. The ids stand on the person, whom
-- every request reads; the rest is read only where it is shown.

ALTER TABLE users ADD COLUMN access TEXT NOT NULL DEFAULT '{}'; -- JSON object: id -> {used, ended}

CREATE TABLE accesses (
  user_id TEXT    NOT NULL,
  id      TEXT    NOT NULL,
  kind    TEXT    NOT NULL,
  name    TEXT    NOT NULL,
  scope   TEXT    NOT NULL,
  since   INTEGER NOT NULL,
  until   INTEGER NOT NULL,
  PRIMARY KEY (user_id, id)
) WITHOUT ROWID;

-- How many memos a family has, the trash included, whatever statement changes them.

ALTER TABLE families ADD COLUMN memo_count INTEGER NOT NULL DEFAULT 0;
UPDATE families SET memo_count = (SELECT count(*) FROM memos WHERE memos.family_id = families.family_id);

CREATE TRIGGER memos_counted_in AFTER INSERT ON memos BEGIN
  UPDATE families SET memo_count = memo_count + 1 WHERE family_id = new.family_id;
END;
CREATE TRIGGER memos_counted_out AFTER DELETE ON memos BEGIN
  UPDATE families SET memo_count = memo_count - 1 WHERE family_id = old.family_id;
END;
CREATE TRIGGER memos_counted_over AFTER UPDATE OF family_id ON memos WHEN old.family_id <> new.family_id BEGIN
  UPDATE families SET memo_count = memo_count - 1 WHERE family_id = old.family_id;
  UPDATE families SET memo_count = memo_count + 1 WHERE family_id = new.family_id;
END;
CREATE TRIGGER families_counted AFTER INSERT ON families BEGIN
  UPDATE families SET memo_count = (SELECT count(*) FROM memos WHERE family_id = new.family_id) WHERE family_id = new.family_id;
END;
