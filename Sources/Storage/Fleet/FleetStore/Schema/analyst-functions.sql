-- What analysts read: functions in place of tables. PostgreSQL estimates the rows of a query by statistics of all rows
-- of a table, those that row-level security hides included, and EXPLAIN shows the estimate: by bisection it finds a
-- position to 1e-7 degree. The estimate for a function is a constant, and the plan inside is not shown.
--
-- An operator, whose login may act as the owner, sees all rows.

SET LOCAL search_path = pg_catalog, pg_temp;

-- `analyst_device()` and so on return the rows that the policies of the tables leave to a viewer: a migration that changes a
-- policy makes its function again.
DO $$
DECLARE
    policy record;
BEGIN
    FOR policy IN SELECT relname AS name, pg_get_expr(polqual, polrelid) AS condition
        FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid
        WHERE polname = 'viewer' AND relnamespace = 'whereismy'::regnamespace
    LOOP
        EXECUTE format('REVOKE SELECT ON whereismy.%I FROM whereismy_analyst', policy.name);
        EXECUTE format('ALTER POLICY viewer ON whereismy.%I TO whereismy_viewer', policy.name);
        CONTINUE WHEN policy.name IN ('recent', 'segment');
        EXECUTE format(
            'CREATE FUNCTION whereismy.%1$I() RETURNS SETOF whereismy.%2$I LANGUAGE sql STABLE SECURITY DEFINER
            SET search_path = pg_catalog, pg_temp AS $f$ SELECT * FROM whereismy.%2$I
            WHERE (%3$s) OR (SELECT pg_has_role(session_user, ''whereismy_owner'', ''MEMBER'')) $f$',
            'analyst_' || policy.name, policy.name, policy.condition);
    END LOOP;
END
$$;

-- True if the history of a device is visible.
CREATE FUNCTION whereismy.analyst_reads(device integer) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT pg_has_role(session_user, 'whereismy_owner', 'MEMBER') OR whereismy.viewer_sees_all(2)
        OR $1 IN (SELECT whereismy.visible_devices(2))
$$;

-- The rows of a device between two times, in a closed interval.
CREATE FUNCTION whereismy.analyst_recent(device integer, first bigint, last bigint) RETURNS SETOF whereismy.recent
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT * FROM whereismy.recent r
    WHERE r.device = $1 AND r.time BETWEEN $2 AND $3 AND (SELECT whereismy.analyst_reads($1))
$$;

-- The segments of a device between two hours, in a closed interval.
CREATE FUNCTION whereismy.analyst_segment(device integer, first integer, last integer)
RETURNS SETOF whereismy.segment
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT * FROM whereismy.segment s
    WHERE s.device = $1 AND s.hour BETWEEN $2 AND $3 AND (SELECT whereismy.analyst_reads($1))
$$;

-- The hours of a device since 1970 that have fixes.
CREATE FUNCTION whereismy.analyst_hours(device integer) RETURNS SETOF integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT s.hour FROM whereismy.segment s WHERE s.device = $1 AND (SELECT whereismy.analyst_reads($1))
    UNION
    SELECT (r.time / 3600000)::integer FROM whereismy.recent r
        WHERE r.device = $1 AND (SELECT whereismy.analyst_reads($1))
$$;

-- The fixes of a device and hour, in steps, in no order.
CREATE FUNCTION whereismy.analyst_fixes(device integer, hour integer) RETURNS TABLE(
    "time" bigint, latitude bigint, longitude bigint, state bigint, altitude bigint, ellipsoidal_altitude bigint,
    horizontal_accuracy bigint, vertical_accuracy bigint, speed bigint, speed_accuracy bigint, course bigint,
    course_accuracy bigint, climb bigint, satellites bigint)
LANGUAGE sql STABLE SECURITY DEFINER COST 100000 ROWS 3600 SET search_path = pg_catalog, pg_temp AS $$
    SELECT f.* FROM whereismy.hour_fixes($1, $2) f WHERE (SELECT whereismy.analyst_reads($1))
$$;

-- All fixes. A condition on `device` and on `hour`, the beginning of the hour of a fix, decodes only what it needs; one
-- on `time` alone decodes everything.
CREATE OR REPLACE VIEW whereismy.fix WITH (security_invoker = true) AS
SELECT
    device.name AS device,
    to_timestamp(f.time / 1000::double precision) AS "time",
    h.hour,
    f.latitude / 1e7::double precision AS latitude,
    f.longitude / 1e7::double precision AS longitude,
    f.altitude / 100::double precision AS altitude,
    f.ellipsoidal_altitude / 100::double precision AS ellipsoidal_altitude,
    f.horizontal_accuracy / 10::double precision AS horizontal_accuracy,
    f.vertical_accuracy / 10::double precision AS vertical_accuracy,
    f.speed / 100::double precision AS speed,
    f.speed_accuracy / 100::double precision AS speed_accuracy,
    f.course / 100::double precision AS course,
    f.course_accuracy / 100::double precision AS course_accuracy,
    f.climb / 100::double precision AS climb,
    f.satellites::integer AS satellites,
    ('{unknown,none,2d,3d}'::text[])[f.state % 4 + 1] AS mode,
    ('{none,dgps,rtk-fixed,rtk-float,dead-reckoning,gnss-dead-reckoning,surveyed,simulated,precise}'::text[])
        [f.state / 4 % 9 + 1] AS differential,
    ('{stationary,moving,unknown}'::text[])[f.state / 216 % 3 + 1] AS motion
FROM whereismy.analyst_device() AS device
CROSS JOIN LATERAL (
    SELECT to_timestamp(hours.hour * 3600::double precision) AS hour, hours.hour AS number
    FROM whereismy.analyst_hours(device.id) AS hours(hour)) AS h
CROSS JOIN LATERAL whereismy.analyst_fixes(device.id, h.number) AS f;

REVOKE SELECT ON whereismy.fix FROM whereismy_viewer, whereismy_collector;

-- Viewers and the collector have no need of them: a share could read exact positions.
DO $$
DECLARE
    name regprocedure;
BEGIN
    FOR name IN SELECT oid::regprocedure FROM pg_proc
        WHERE pronamespace = 'whereismy'::regnamespace AND proname LIKE 'analyst\_%'
    LOOP
        EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', name);
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO whereismy_analyst', name);
    END LOOP;
END
$$;
