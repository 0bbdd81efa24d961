-- By whom an Echo is linked in the Alexa app.

ALTER TABLE users ADD COLUMN linked_to   TEXT    NOT NULL DEFAULT ''; -- a person
ALTER TABLE users ADD COLUMN linked_by   TEXT    NOT NULL DEFAULT ''; -- the access that the person granted
ALTER TABLE users ADD COLUMN linked_told INTEGER NOT NULL DEFAULT 0;  -- the Echo has said what this means
