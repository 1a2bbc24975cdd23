-- What each webhook has received, so that any collector continues: events by (version, id).
CREATE TABLE whereismy.webhook(
    name text PRIMARY KEY,
    version xid8 NOT NULL,
    event bigint NOT NULL
);
ALTER TABLE whereismy.webhook ENABLE ROW LEVEL SECURITY;
CREATE POLICY collector ON whereismy.webhook TO whereismy_collector USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON whereismy.webhook TO whereismy_collector;
