-- The program computes checksums and counts memos by itself, with triggers of its own connection,
-- so that another program can change rows while no server runs. The next start then refuses
-- these rows by their checksums, and deleted memos by the number of their family.

DROP TRIGGER memos_counted_in;
DROP TRIGGER memos_counted_out;
DROP TRIGGER memos_counted_over;
DROP TRIGGER families_counted;

-- Rows as they were before another program changed them.
CREATE TABLE outside (
  name TEXT NOT NULL, -- of the table
  key  TEXT NOT NULL, -- of the row
  was  TEXT NOT NULL, -- its values as SQL literals, separated by the unit separator (31)
  PRIMARY KEY (name, key)
) WITHOUT ROWID;
