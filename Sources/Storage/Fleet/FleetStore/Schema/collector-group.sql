-- The name of the group in which the collectors share the broker's messages, in one row. It is a secret: brokers do not
-- ask their access list who joins a group, and a message for a member that may not read it is lost.
CREATE TABLE whereismy.collector_group(
    name text NOT NULL DEFAULT 'fleet-' || replace(gen_random_uuid()::text, '-', '')
);
CREATE UNIQUE INDEX collector_group_single ON whereismy.collector_group ((true));
INSERT INTO whereismy.collector_group DEFAULT VALUES;
ALTER TABLE whereismy.collector_group ENABLE ROW LEVEL SECURITY;
CREATE POLICY collector ON whereismy.collector_group TO whereismy_collector USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON whereismy.collector_group TO whereismy_collector;
