-- Plain rows for analysts: recent fixes and decoded segments as one, each fix once, in degrees, metres and seconds.
--
-- Whoever reads needs the right to read the tables, and their row-level security applies. Decoding takes about 30 us a
-- fix: limit the devices and hours, or use the summaries in `segment`.

-- The fixes of a device and hour, in steps, in no order. Of a time in both, the segment has the first stored.
CREATE OR REPLACE FUNCTION whereismy.hour_fixes(device integer, hour integer) RETURNS TABLE(
    "time" bigint, latitude bigint, longitude bigint, state bigint, altitude bigint, ellipsoidal_altitude bigint,
    horizontal_accuracy bigint, vertical_accuracy bigint, speed bigint, speed_accuracy bigint, course bigint,
    course_accuracy bigint, climb bigint, satellites bigint)
LANGUAGE sql STABLE PARALLEL SAFE COST 100000 ROWS 3600 AS $$
    WITH sealed AS MATERIALIZED (
        SELECT d.* FROM whereismy.segment AS s CROSS JOIN LATERAL whereismy.decode_segment(s.blob) AS d
        WHERE s.device = $1 AND s.hour = $2)
    SELECT * FROM sealed
    UNION ALL
    SELECT
        r.time, r.latitude, r.longitude, r.state, r.altitude, r.ellipsoidal_altitude, r.horizontal_accuracy,
        r.vertical_accuracy, r.speed, r.speed_accuracy, r.course, r.course_accuracy, r.climb, r.satellites
    FROM whereismy.recent AS r
    WHERE r.device = $1 AND r.time >= $2 * 3600000::bigint AND r.time < ($2 + 1) * 3600000::bigint
        AND NOT EXISTS (SELECT FROM sealed WHERE sealed.time = r.time)
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
FROM whereismy.device
CROSS JOIN LATERAL (
    SELECT to_timestamp(hours.hour * 3600::double precision) AS hour, hours.hour AS number
    FROM (
        SELECT s.hour FROM whereismy.segment AS s WHERE s.device = device.id
        UNION
        SELECT (r.time / 3600000)::integer FROM whereismy.recent AS r WHERE r.device = device.id) AS hours) AS h
CROSS JOIN LATERAL whereismy.hour_fixes(device.id, h.number) AS f;

-- The fixes of a device in a closed interval, in no order.
CREATE OR REPLACE FUNCTION whereismy.fixes(device text, first timestamptz, last timestamptz)
RETURNS SETOF whereismy.fix LANGUAGE sql STABLE PARALLEL SAFE COST 1000000 ROWS 3600 AS $$
    SELECT fix.* FROM whereismy.fix
    WHERE fix.device = $1 AND fix.hour BETWEEN date_trunc('hour', $2, 'UTC') AND $3 AND fix.time BETWEEN $2 AND $3
$$;

GRANT SELECT ON whereismy.fix TO whereismy_analyst, whereismy_viewer, whereismy_collector;
