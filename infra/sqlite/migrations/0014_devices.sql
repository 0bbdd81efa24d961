-- The requests of devices that a person allows on another device.

CREATE TABLE devices (
  key        TEXT    NOT NULL PRIMARY KEY, -- 'device#' and a hash of the code that the person types
  name       TEXT    NOT NULL,
  scope      TEXT    NOT NULL,
  resource   TEXT    NOT NULL,
  expires_at INTEGER NOT NULL,
  state      TEXT    NOT NULL, -- '', allowed or refused
  person     TEXT    NOT NULL, -- who decided; '' for none
  access     TEXT    NOT NULL,
  polled_at  INTEGER NOT NULL, -- 0 for never
  checksum   INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TRIGGER devices_erased AFTER DELETE ON users BEGIN
  DELETE FROM devices WHERE person = old.user_id;
END;
