-- The emoji that a person is shown with, and the owner who removed the person from the
-- family before the present one.

ALTER TABLE users ADD COLUMN emoji      TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN removed_by TEXT NOT NULL DEFAULT '';
