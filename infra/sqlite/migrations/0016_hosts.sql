-- The host of an app that registered itself; '' for all others.

ALTER TABLE accesses ADD COLUMN host TEXT NOT NULL DEFAULT '';
