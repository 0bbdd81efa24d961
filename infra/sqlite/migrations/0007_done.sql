-- Memos that are done. After some days in the list they are in the trash, although deleted
-- is 0, until purge_at.

ALTER TABLE memos ADD COLUMN done_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memos ADD COLUMN done_by TEXT    NOT NULL DEFAULT '';

-- In the order of lists.
CREATE INDEX memos_done ON memos (family_id, timestamp DESC, user_id DESC, id DESC) WHERE deleted = 0 AND done_at > 0;

DROP INDEX memos_to_purge;
CREATE INDEX memos_to_purge ON memos (purge_at) WHERE purge_at > 0;
