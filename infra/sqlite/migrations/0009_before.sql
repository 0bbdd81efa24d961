-- When and by whom the content of a memo was last changed, and the text before the last
-- row of edits by one person. edited_at is 0 and before_content '' for a memo without them.

ALTER TABLE memos ADD COLUMN edited_at      INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memos ADD COLUMN edited_by      TEXT    NOT NULL DEFAULT '';
ALTER TABLE memos ADD COLUMN before_content TEXT    NOT NULL DEFAULT '';
ALTER TABLE memos ADD COLUMN before_at      INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memos ADD COLUMN before_by      TEXT    NOT NULL DEFAULT '';
