-- The level of integrity of each fix, in `state`: 2592 and more are doubtful, 5184 and more are what a receiver claimed while
-- that could not be true. Such a claim is never the last position; of a device that is contradicted, `claim_time` is later
-- than `time`. A link shows no claim, but that the last position is not current.

ALTER TABLE whereismy.last ADD claim_time bigint, ADD claim_latitude integer, ADD claim_longitude integer;

-- `author` is who accepted a claim, in an event `trusted`.
ALTER TABLE whereismy.event ADD author text, DROP CONSTRAINT event_kind_check, ADD CONSTRAINT event_kind_check
    CHECK (kind IN ('enter', 'leave', 'dragging', 'holding', 'lost', 'found', 'silent', 'back', 'contradicted', 'trusted'));

-- Version 2 of a segment has such states.
CREATE OR REPLACE FUNCTION whereismy.is_segment(bytes bytea) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN length(bytes) < 20 THEN false ELSE get_byte(bytes, 0) IN (1, 2)
        AND whereismy.crc32c(bytes, length(bytes) - 4) = get_byte(bytes, length(bytes) - 4)
            | (get_byte(bytes, length(bytes) - 3) << 8) | (get_byte(bytes, length(bytes) - 2) << 16)
            | (get_byte(bytes, length(bytes) - 1)::bigint << 24) END
$$;

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
    ('{stationary,moving,unknown}'::text[])[f.state / 216 % 3 + 1] AS motion,
    ('{nominal,doubtful,contradicted}'::text[])[f.state / 2592 + 1] AS integrity
FROM whereismy.analyst_device() AS device
CROSS JOIN LATERAL (
    SELECT to_timestamp(hours.hour * 3600::double precision) AS hour, hours.hour AS number
    FROM whereismy.analyst_hours(device.id) AS hours(hour)) AS h
CROSS JOIN LATERAL whereismy.analyst_fixes(device.id, h.number) AS f;

-- Of the number `state`, what others see: mode, motion and the origin of the accuracy. Doubts are for the owner.
CREATE OR REPLACE FUNCTION whereismy.shared_state(state bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT state % 4 + state % 2592 / 216 * 216 $$;

-- As before, without claims.
DROP FUNCTION whereismy.shared_last();
CREATE FUNCTION whereismy.shared_last() RETURNS TABLE(
    device integer, "time" bigint, received bigint, latitude integer, longitude integer, altitude integer,
    ellipsoidal_altitude integer, horizontal_accuracy integer, vertical_accuracy integer, speed integer,
    speed_accuracy integer, course integer, course_accuracy integer, climb integer, state smallint,
    satellites smallint, suspect_time bigint, is_online boolean, status jsonb, stale_after bigint, version xid8,
    claim_time bigint, claim_latitude integer, claim_longitude integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT l.device, f.time, f.received, f.place[1]::integer, f.place[2]::integer,
        CASE WHEN f.is_exact THEN l.altitude END, NULL::integer,
        CASE WHEN f.time IS NOT NULL THEN whereismy.rounded_radius(s.precision, l.horizontal_accuracy)::integer END,
        CASE WHEN f.is_exact THEN l.vertical_accuracy END, CASE WHEN f.is_exact THEN l.speed END, NULL::integer,
        CASE WHEN f.is_exact THEN l.course END, NULL::integer, NULL::integer,
        CASE WHEN f.time IS NOT NULL THEN whereismy.shared_state(l.state)::smallint END,
        NULL::smallint, NULL::bigint, NULL::boolean, NULL::jsonb, l.stale_after, l.version,
        CASE WHEN f.time IS NOT NULL AND l.claim_time <= span.last THEN l.claim_time END, NULL::integer, NULL::integer
    FROM whereismy.share s CROSS JOIN whereismy.last l
    CROSS JOIN (SELECT whereismy.visible_until() AS last) span
    CROSS JOIN LATERAL (
        SELECT l.time, l.received, whereismy.rounded_position(s.precision, l.latitude, l.longitude) AS place,
            s.precision IS NULL AS is_exact
        WHERE l.time <= span.last AND (l.time >= s.since OR s.since IS NULL)
        UNION ALL
        SELECT NULL, l.received, NULL, false WHERE l.time <= span.last AND l.time < s.since
        UNION ALL
        SELECT NULL, NULL, NULL, false WHERE l.time > span.last) f
    WHERE s.id = (SELECT whereismy.viewer('share')) AND l.device IN (SELECT whereismy.visible_devices(1))
$$;

CREATE OR REPLACE FUNCTION whereismy.shared_fixes(device integer, hour integer) RETURNS TABLE(
    "time" bigint, latitude bigint, longitude bigint, state bigint, altitude bigint, ellipsoidal_altitude bigint,
    horizontal_accuracy bigint, vertical_accuracy bigint, speed bigint, speed_accuracy bigint, course bigint,
    course_accuracy bigint, climb bigint, satellites bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT f.time, r.place[1], r.place[2], whereismy.shared_state(f.state),
        CASE WHEN s.precision IS NULL THEN f.altitude END, NULL::bigint,
        whereismy.rounded_radius(s.precision, f.horizontal_accuracy),
        CASE WHEN s.precision IS NULL THEN f.vertical_accuracy END,
        CASE WHEN s.precision IS NULL THEN f.speed END, NULL::bigint,
        CASE WHEN s.precision IS NULL THEN f.course END, NULL::bigint, NULL::bigint, NULL::bigint
    FROM whereismy.share s CROSS JOIN LATERAL whereismy.hour_fixes($1, $2) f
    CROSS JOIN LATERAL (SELECT whereismy.rounded_position(s.precision, f.latitude, f.longitude) AS place) r
    WHERE s.id = (SELECT whereismy.viewer('share')) AND $1 IN (SELECT whereismy.visible_devices(2))
        AND f.state < 5184
        AND f.time BETWEEN (SELECT whereismy.visible_from()) AND (SELECT whereismy.visible_until())
    ORDER BY 1
$$;

CREATE OR REPLACE FUNCTION whereismy.shared_newest(device integer, until bigint) RETURNS TABLE(
    "time" bigint, latitude bigint, longitude bigint, state bigint, altitude bigint, ellipsoidal_altitude bigint,
    horizontal_accuracy bigint, vertical_accuracy bigint, speed bigint, speed_accuracy bigint, course bigint,
    course_accuracy bigint, climb bigint, satellites bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH span AS MATERIALIZED (
        SELECT whereismy.visible_from() AS first, least($2, whereismy.visible_until()) AS last
        WHERE whereismy.viewer('share') IS NOT NULL AND $1 IN (SELECT whereismy.visible_devices(2))),
    recent AS MATERIALIZED (
        SELECT r.* FROM span CROSS JOIN LATERAL (
            SELECT r.time, r.latitude, r.longitude, r.state, r.altitude, r.horizontal_accuracy, r.vertical_accuracy,
                r.speed, r.course
            FROM whereismy.recent r WHERE r.device = $1 AND r.time BETWEEN span.first AND span.last
                AND r.state < 5184
            ORDER BY r.time DESC LIMIT 1) r),
    sealed AS MATERIALIZED (
        SELECT s.hour FROM span CROSS JOIN LATERAL (
            SELECT s.hour FROM whereismy.segment s
            WHERE s.device = $1 AND s.hour <= span.last / 3600000 AND s.first <= span.last
                AND s.last >= greatest(span.first, (SELECT recent.time FROM recent))
            ORDER BY s.hour DESC LIMIT 1) s)
    SELECT f.time, r.place[1], r.place[2], whereismy.shared_state(f.state),
        CASE WHEN s.precision IS NULL THEN f.altitude END, NULL::bigint,
        whereismy.rounded_radius(s.precision, f.horizontal_accuracy),
        CASE WHEN s.precision IS NULL THEN f.vertical_accuracy END,
        CASE WHEN s.precision IS NULL THEN f.speed END, NULL::bigint,
        CASE WHEN s.precision IS NULL THEN f.course END, NULL::bigint, NULL::bigint, NULL::bigint
    FROM whereismy.share s CROSS JOIN LATERAL (
        SELECT 0 AS rank, recent.* FROM recent
        UNION ALL
        SELECT 1, h.time, h.latitude, h.longitude, h.state, h.altitude, h.horizontal_accuracy, h.vertical_accuracy,
            h.speed, h.course
        FROM span CROSS JOIN sealed CROSS JOIN LATERAL whereismy.hour_fixes($1, sealed.hour) h
        WHERE h.time BETWEEN span.first AND span.last AND h.state < 5184
        ORDER BY 2 DESC, 1 DESC LIMIT 1) f
    CROSS JOIN LATERAL (SELECT whereismy.rounded_position(s.precision, f.latitude, f.longitude) AS place) r
    WHERE s.id = (SELECT whereismy.viewer('share'))
$$;

REVOKE ALL ON FUNCTION whereismy.shared_last FROM PUBLIC;
GRANT EXECUTE ON FUNCTION whereismy.shared_last TO whereismy_viewer;
