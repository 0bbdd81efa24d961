-- What is left of the changes of many memos that an account asked for.

ALTER TABLE users ADD COLUMN work TEXT NOT NULL DEFAULT '{}'; -- JSON object: kind -> {family, began, after, author, memo, done, left}
CREATE INDEX users_working ON users (user_id) WHERE work <> '{}';
