-- Threads, their checkpoints, and the pending writes of these.
--
-- Names of threads and tasks may be of any length and hold any bytes, so their
-- SHA-256 is the key. IDs compare as bytes: that is the order of saving.

CREATE TABLE bindery_threads (
	thread  bytea PRIMARY KEY,
	name    bytea NOT NULL,
	last    text COLLATE "C" NOT NULL DEFAULT '', -- the last ID given, also to a checkpoint that is gone
	fence   bigint NOT NULL DEFAULT 0,
	holder  bytea NOT NULL DEFAULT '',
	expires timestamptz
);

CREATE TABLE bindery_checkpoints (
	thread bytea NOT NULL REFERENCES bindery_threads,
	id     text COLLATE "C" NOT NULL,
	parent text COLLATE "C" NOT NULL,
	kind   text NOT NULL,
	step   bigint NOT NULL,
	fence  bigint NOT NULL,
	meta   bytea NOT NULL, -- a JSON object of strings, in UTF-8
	state  bytea NOT NULL,
	PRIMARY KEY (thread, id)
);

CREATE TABLE bindery_writes (
	thread bytea NOT NULL,
	id     text COLLATE "C" NOT NULL,
	task   bytea NOT NULL,
	name   bytea NOT NULL, -- of the task, in UTF-8
	index  bigint NOT NULL,
	data   bytea NOT NULL,
	PRIMARY KEY (thread, id, task, index),
	FOREIGN KEY (thread, id) REFERENCES bindery_checkpoints ON DELETE CASCADE
);
