-- The fixes of all devices: rows of the last hours, and segments (docs/history-format.md) of a device and hour.
--
-- Times are milliseconds since 1970, hours are hours since 1970, quantities are the steps of a segment: 1e-7 degree,
-- 0.01 m, 0.1 m for the accuracies of positions, 0.01 m/s, 0.01 degree; NULL for unknown. `state` is the number of
-- docs/history-format.md.

CREATE TABLE whereismy.recent(
    time bigint NOT NULL,
    device integer NOT NULL,
    latitude integer NOT NULL,
    longitude integer NOT NULL,
    altitude integer,
    ellipsoidal_altitude integer,
    horizontal_accuracy integer,
    vertical_accuracy integer,
    speed integer,
    speed_accuracy integer,
    course integer,
    course_accuracy integer,
    climb integer,
    state smallint NOT NULL,
    satellites smallint,
    PRIMARY KEY(device, time)
) PARTITION BY RANGE(time);

-- Fixes of days without a partition: late ones, and those of clocks that are wrong.
CREATE TABLE whereismy.recent_default PARTITION OF whereismy.recent DEFAULT;

-- An hour has one part of at most 65,536 fixes, and another beside a damaged part, which is never changed.
-- `distance` is in centimetres, the box in 1e-7 degree; it crosses the antimeridian if `west` is greater than `east`.
CREATE TABLE whereismy.segment(
    device integer NOT NULL,
    hour integer NOT NULL,
    part smallint NOT NULL DEFAULT 0,
    first bigint NOT NULL,
    last bigint NOT NULL,
    count integer NOT NULL,
    distance bigint NOT NULL,
    south integer NOT NULL,
    west integer NOT NULL,
    north integer NOT NULL,
    east integer NOT NULL,
    outline bytea NOT NULL,
    blob bytea NOT NULL,
    PRIMARY KEY(device, hour, part)
);
-- A segment is compressed already; EXTERNAL also keeps the rows short, so that summaries are read without the blobs.
ALTER TABLE whereismy.segment ALTER blob SET STORAGE EXTERNAL, ALTER outline SET STORAGE EXTERNAL;

-- Adds the partition of a day (days since 1970), with the fixes that wait in the default partition; does nothing if
-- it exists. The collector does not own the tables, so these functions run as their owner.
CREATE FUNCTION whereismy.add_recent_day(day integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
    name text := 'recent_' || day;
    low bigint := day::bigint * 86400000;
BEGIN
    IF to_regclass('whereismy.' || name) IS NOT NULL THEN RETURN; END IF;
    PERFORM pg_advisory_xact_lock(hashtext('whereismy.recent'));
    IF to_regclass('whereismy.' || name) IS NOT NULL THEN RETURN; END IF;
    LOCK TABLE whereismy.recent_default IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('CREATE TABLE whereismy.%I (LIKE whereismy.recent INCLUDING ALL)', name);
    EXECUTE format(
        'WITH moved AS (DELETE FROM whereismy.recent_default WHERE time >= %s AND time < %s RETURNING *)
         INSERT INTO whereismy.%I SELECT * FROM moved', low, low + 86400000, name);
    EXECUTE format(
        'ALTER TABLE whereismy.recent ATTACH PARTITION whereismy.%I FOR VALUES FROM (%s) TO (%s)',
        name, low, low + 86400000);
END
$$;

-- Drops the partition of a day; false if it still has fixes.
CREATE FUNCTION whereismy.drop_recent_day(day integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
    name text := 'recent_' || day;
    has_fixes boolean;
BEGIN
    IF to_regclass('whereismy.' || name) IS NULL THEN RETURN true; END IF;
    EXECUTE format('SELECT EXISTS(SELECT FROM whereismy.%I)', name) INTO has_fixes;
    IF has_fixes THEN RETURN false; END IF;
    LOCK TABLE whereismy.recent IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('SELECT EXISTS(SELECT FROM whereismy.%I)', name) INTO has_fixes;
    IF has_fixes THEN RETURN false; END IF;
    EXECUTE format('DROP TABLE whereismy.%I', name);
    RETURN true;
END
$$;

-- The days that have a partition, oldest first.
CREATE FUNCTION whereismy.recent_days() RETURNS SETOF integer LANGUAGE sql STABLE AS $$
    SELECT substr(relname, 8)::integer FROM pg_catalog.pg_inherits
    JOIN pg_catalog.pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'whereismy.recent'::regclass AND relname ~ '^recent_[0-9]+$'
    ORDER BY 1
$$;

REVOKE ALL ON FUNCTION whereismy.add_recent_day, whereismy.drop_recent_day FROM PUBLIC;
GRANT EXECUTE ON FUNCTION whereismy.add_recent_day, whereismy.drop_recent_day TO whereismy_collector;
