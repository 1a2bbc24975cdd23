-- What a share and a limited token see: the database hides what the service leaves out.
--
-- A share reads no status, no events and, if its positions are rounded, no table that has exact ones. The functions
-- below return what it may see; like the policies, they ask for the setting and not for parameters.

-- The setting may end with the highest role of a token: 'member 12 as 2'.
CREATE OR REPLACE FUNCTION whereismy.viewer(kind text) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE
        WHEN pg_has_role(session_user, 'whereismy_collector', 'MEMBER') THEN
            (SELECT substring(
                current_setting('whereismy.viewer', true) FROM '^' || kind || ' ([0-9]{1,9})( as [1-4])?$')::integer)
        WHEN kind = 'member' THEN (SELECT id FROM whereismy.member WHERE login = session_user)
    END
$$;

-- The highest role that the viewer may act in; 4 without a limit.
CREATE FUNCTION whereismy.viewer_limit() RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce(
        CASE WHEN pg_has_role(session_user, 'whereismy_collector', 'MEMBER') THEN
            substring(current_setting('whereismy.viewer', true) FROM '^member [0-9]{1,9} as ([1-4])$')::integer END,
        4)
$$;

-- True for an administrator whose limit is not below a role.
CREATE FUNCTION whereismy.viewer_sees_all(at_least integer) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT whereismy.viewer_is_admin() AND whereismy.viewer_limit() >= at_least
$$;

-- False for a share whose maker has lost the right to share what it shows. A share of the command has no maker.
CREATE FUNCTION whereismy.is_share_permitted(share whereismy.share) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT ($1).member IS NULL
        OR EXISTS(SELECT FROM whereismy.member m WHERE m.id = ($1).member AND m.is_admin)
        OR EXISTS(
            SELECT FROM whereismy.team_member tm WHERE tm.member = ($1).member AND tm.role >= 3
                AND (tm.team = ($1).team
                    OR tm.team IN (SELECT td.team FROM whereismy.team_device td WHERE td.device = ($1).device)))
$$;

CREATE OR REPLACE FUNCTION whereismy.visible_devices(at_least integer) RETURNS SETOF integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT device FROM whereismy.team_member JOIN whereismy.team_device USING (team)
        WHERE member = whereismy.viewer('member') AND role >= at_least AND at_least <= whereismy.viewer_limit()
    UNION
    SELECT coalesce(share.device, team_device.device)
        FROM whereismy.share LEFT JOIN whereismy.team_device USING (team)
        WHERE share.id = whereismy.viewer('share') AND at_least <= 2
            AND share.expires > extract(epoch FROM now()) * 1000 AND whereismy.is_share_permitted(share)
$$;

CREATE OR REPLACE FUNCTION whereismy.visible_teams(at_least integer) RETURNS SETOF integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT team FROM whereismy.team_member
        WHERE member = whereismy.viewer('member') AND role >= at_least AND at_least <= whereismy.viewer_limit()
$$;

-- The metres to which the viewer's positions are rounded; NULL for exact ones.
CREATE FUNCTION whereismy.visible_precision() RETURNS double precision
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT precision FROM whereismy.share WHERE id = whereismy.viewer('share')
$$;

-- The centre of the cell that contains a position, latitude and longitude in steps, as the service rounds it: cells of
-- nearly one size, none with a side shorter than the given one in metres. Without one it is the position.
CREATE FUNCTION whereismy.rounded_position(side double precision, latitude bigint, longitude bigint)
RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    step CONSTANT double precision := 1e7;
    metres CONSTANT double precision := 110574;
    rows double precision := greatest(1, floor(180 * metres / side));
    line double precision := least(floor((latitude / step + 90) / 180 * rows), rows - 1);
    south double precision := line / rows * 180 - 90;
    north double precision := least((line + 1) / rows * 180 - 90, 90);
    columns double precision :=
        greatest(1, floor(360 * metres * cos(greatest(abs(south), abs(north)) * pi() / 180) / side));
    east double precision := CASE WHEN longitude = 1800000000 THEN -180 ELSE longitude / step END;
    cell double precision := least(floor((east + 180) / 360 * columns), columns - 1);
BEGIN
    IF side IS NULL THEN RETURN ARRAY[latitude, longitude]; END IF;
    RETURN ARRAY[
        round((south + north) / 2 * step)::bigint,
        round(((cell / columns * 360 - 180) + ((cell + 1) / columns * 360 - 180)) / 2 * step)::bigint];
END
$$;

-- A radius in dm, rounded up to a tenth of the precision. A dm less, so that rounding it again changes nothing.
CREATE FUNCTION whereismy.rounded_radius(side double precision, radius bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN side IS NULL THEN radius
        ELSE floor(ceil(radius / side) * side + 1e-6)::bigint - CASE WHEN side >= 2 THEN 1 ELSE 0 END END
$$;

-- Of the number `state`, what others see: mode, motion and the origin of the accuracy.
CREATE FUNCTION whereismy.shared_state(state bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT state % 4 + state / 216 * 216 $$;

-- The newest fixes that a share shows, with the columns of `last`: without a position of a device whose newest fix is
-- older than the share's start, and `stale_after` alone if it is later than the share's delay allows.
CREATE FUNCTION whereismy.shared_last() RETURNS TABLE(
    device integer, "time" bigint, received bigint, latitude integer, longitude integer, altitude integer,
    ellipsoidal_altitude integer, horizontal_accuracy integer, vertical_accuracy integer, speed integer,
    speed_accuracy integer, course integer, course_accuracy integer, climb integer, state smallint,
    satellites smallint, suspect_time bigint, is_online boolean, status jsonb, stale_after bigint, version xid8)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT l.device, f.time, f.received, f.place[1]::integer, f.place[2]::integer,
        CASE WHEN f.is_exact THEN l.altitude END, NULL::integer,
        CASE WHEN f.time IS NOT NULL THEN whereismy.rounded_radius(s.precision, l.horizontal_accuracy)::integer END,
        CASE WHEN f.is_exact THEN l.vertical_accuracy END, CASE WHEN f.is_exact THEN l.speed END, NULL::integer,
        CASE WHEN f.is_exact THEN l.course END, NULL::integer, NULL::integer,
        CASE WHEN f.time IS NOT NULL THEN whereismy.shared_state(l.state)::smallint END,
        NULL::smallint, NULL::bigint, NULL::boolean, NULL::jsonb, l.stale_after, l.version
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

-- The hours of a device since 1970 in which a share shows fixes, in a closed interval.
CREATE FUNCTION whereismy.shared_hours(device integer, first bigint, last bigint) RETURNS SETOF integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH span AS MATERIALIZED (
        SELECT greatest($2, whereismy.visible_from()) AS first, least($3, whereismy.visible_until()) AS last
        WHERE whereismy.viewer('share') IS NOT NULL AND $1 IN (SELECT whereismy.visible_devices(2)))
    SELECT s.hour FROM span JOIN whereismy.segment s ON s.device = $1 AND s.last >= span.first AND s.first <= span.last
    UNION
    SELECT (r.time / 3600000)::integer FROM span
        JOIN whereismy.recent r ON r.device = $1 AND r.time BETWEEN span.first AND span.last
$$;

-- The fixes of a device and hour that a share shows, in steps, by time.
CREATE FUNCTION whereismy.shared_fixes(device integer, hour integer) RETURNS TABLE(
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
        AND f.time BETWEEN (SELECT whereismy.visible_from()) AND (SELECT whereismy.visible_until())
    ORDER BY 1
$$;

-- The newest fix of a device that a share shows, up to a time, in steps: a row of `recent`, which is quick, unless a
-- segment may have a later fix. Only that one is rounded.
CREATE FUNCTION whereismy.shared_newest(device integer, until bigint) RETURNS TABLE(
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
        WHERE h.time BETWEEN span.first AND span.last
        ORDER BY 2 DESC, 1 DESC LIMIT 1) f
    CROSS JOIN LATERAL (SELECT whereismy.rounded_position(s.precision, f.latitude, f.longitude) AS place) r
    WHERE s.id = (SELECT whereismy.viewer('share'))
$$;

REVOKE ALL ON FUNCTION whereismy.is_share_permitted, whereismy.viewer_limit, whereismy.viewer_sees_all,
    whereismy.visible_precision, whereismy.shared_last, whereismy.shared_hours, whereismy.shared_fixes,
    whereismy.shared_newest FROM PUBLIC;
GRANT EXECUTE ON FUNCTION whereismy.viewer_limit, whereismy.viewer_sees_all, whereismy.visible_precision
    TO whereismy_viewer, whereismy_analyst;
GRANT EXECUTE ON FUNCTION whereismy.is_share_permitted TO whereismy_collector;
GRANT EXECUTE ON FUNCTION whereismy.shared_last, whereismy.shared_hours, whereismy.shared_fixes,
    whereismy.shared_newest TO whereismy_viewer;

ALTER POLICY viewer ON whereismy.last
    USING ((SELECT whereismy.viewer('share')) IS NULL
        AND ((SELECT whereismy.viewer_is_admin()) OR device IN (SELECT whereismy.visible_devices(1))));
ALTER POLICY viewer ON whereismy.event
    USING ((SELECT whereismy.viewer('share')) IS NULL
        AND ((SELECT whereismy.viewer_sees_all(2)) OR device IN (SELECT whereismy.visible_devices(2))));
ALTER POLICY viewer ON whereismy.recent
    USING (((SELECT whereismy.viewer_sees_all(2)) OR device IN (SELECT whereismy.visible_devices(2)))
        AND (SELECT whereismy.visible_precision()) IS NULL
        AND time BETWEEN (SELECT whereismy.visible_from()) AND (SELECT whereismy.visible_until()));
ALTER POLICY viewer ON whereismy.segment
    USING (((SELECT whereismy.viewer_sees_all(2)) OR device IN (SELECT whereismy.visible_devices(2)))
        AND (SELECT whereismy.visible_precision()) IS NULL
        -- A segment is visible whole or not at all.
        AND first >= (SELECT whereismy.visible_from()) AND last <= (SELECT whereismy.visible_until()));
ALTER POLICY viewer ON whereismy.team_member
    USING ((SELECT whereismy.viewer_sees_all(4)) OR member = (SELECT whereismy.viewer('member'))
        OR team IN (SELECT whereismy.visible_teams(4)));
ALTER POLICY viewer ON whereismy.member
    USING ((SELECT whereismy.viewer_sees_all(4)) OR id = (SELECT whereismy.viewer('member')));
ALTER POLICY viewer ON whereismy.share
    USING ((SELECT whereismy.viewer_sees_all(3))
        OR (SELECT whereismy.viewer_limit()) >= 3 AND member = (SELECT whereismy.viewer('member')));
