-- Everything that family/push keeps of a person, each as JSON: 'settings', 'device#' and its
-- id, 'batch#' and its id.
CREATE TABLE push_items (
  user_id  TEXT    NOT NULL,
  item     TEXT    NOT NULL,
  data     TEXT    NOT NULL,
  due      INTEGER NOT NULL, -- of a batch, in milliseconds since 1970; 0: it does not wait
  until    INTEGER NOT NULL, -- of a batch, when it may be deleted; 0: never
  version  INTEGER NOT NULL, -- of a batch
  checksum INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, item)
) WITHOUT ROWID;
CREATE INDEX push_due ON push_items (due, user_id) WHERE due > 0;
CREATE INDEX push_until ON push_items (until) WHERE until > 0;

CREATE TRIGGER push_erased AFTER DELETE ON users BEGIN
  DELETE FROM push_items WHERE user_id = old.user_id;
END;
