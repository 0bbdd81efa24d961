-- What an account remembers of each voice and device. Of the columns with JSON objects, the
-- keys are marks and the times are in milliseconds.

ALTER TABLE users ADD COLUMN heard TEXT NOT NULL DEFAULT '{}'; -- when a voice last listened
ALTER TABLE users ADD COLUMN rooms TEXT NOT NULL DEFAULT '{}'; -- the name of a device
ALTER TABLE users ADD COLUMN acts  TEXT NOT NULL DEFAULT '{}'; -- what a voice last did; '': not recognised
ALTER TABLE users ADD COLUMN greeted INTEGER NOT NULL DEFAULT 0; -- how often the skill said how to leave a memo

-- The triggers name the column. They are created again after every change of the schema.
DROP TRIGGER IF EXISTS users_sealed_new;
DROP TRIGGER IF EXISTS users_sealed_changed;
ALTER TABLE users DROP COLUMN last_deletion;
