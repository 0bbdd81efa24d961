-- The access that added a memo, for personal tokens only; otherwise ''.

ALTER TABLE memos ADD COLUMN via TEXT NOT NULL DEFAULT '';
