-- A checksum of the content alone, with which a search verifies the memos that it does not
-- return.

ALTER TABLE memos ADD COLUMN content_checksum INTEGER NOT NULL DEFAULT 0;
UPDATE memos SET content_checksum = row_checksum(content);
