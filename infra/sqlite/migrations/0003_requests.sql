-- Families that ask their owner before anyone joins. A person's request stands on
-- the person alone.

ALTER TABLE families ADD COLUMN ask_before_join INTEGER NOT NULL DEFAULT 0;

ALTER TABLE users ADD COLUMN requested_family TEXT    NOT NULL DEFAULT ''; -- '' for none
ALTER TABLE users ADD COLUMN requested_at     INTEGER NOT NULL DEFAULT 0;

CREATE INDEX users_by_request ON users (requested_family) WHERE requested_at > 0;
