-- Who sees which rows: the second wall behind the service's own conditions. Without a viewer nothing is visible.

-- The viewer of this session as a member; NULL if there is none.
--
-- An analyst is the member with the name of the login role. The setting `whereismy.viewer` ('member 12' or 'share 34')
-- counts only for logins that may act as the collector anyway: those of the service.
CREATE FUNCTION whereismy.viewer(kind text) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE
        WHEN pg_has_role(session_user, 'whereismy_collector', 'MEMBER') THEN
            (SELECT substring(current_setting('whereismy.viewer', true) FROM '^' || kind || ' ([0-9]{1,9})$')::integer)
        WHEN kind = 'member' THEN (SELECT id FROM whereismy.member WHERE login = session_user)
    END
$$;

CREATE FUNCTION whereismy.viewer_is_admin() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS(SELECT FROM whereismy.member WHERE id = whereismy.viewer('member') AND is_admin)
$$;

-- The devices in which the viewer has at least this role, without those that only an administrator sees.
CREATE FUNCTION whereismy.visible_devices(at_least integer) RETURNS SETOF integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT device FROM whereismy.team_member JOIN whereismy.team_device USING (team)
        WHERE member = whereismy.viewer('member') AND role >= at_least
    UNION
    SELECT coalesce(share.device, team_device.device)
        FROM whereismy.share LEFT JOIN whereismy.team_device USING (team)
        WHERE share.id = whereismy.viewer('share') AND at_least <= 2
            AND share.expires > extract(epoch FROM now()) * 1000
$$;

CREATE FUNCTION whereismy.visible_teams(at_least integer) RETURNS SETOF integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT team FROM whereismy.team_member WHERE member = whereismy.viewer('member') AND role >= at_least
$$;

-- The times that the viewer sees: all, but for a share those since its start and before its delay.
CREATE FUNCTION whereismy.visible_from() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce(
        (SELECT coalesce(since, created - delay) FROM whereismy.share WHERE id = whereismy.viewer('share')),
        -9223372036854775808)
$$;

CREATE FUNCTION whereismy.visible_until() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce(
        (SELECT (extract(epoch FROM now()) * 1000)::bigint - delay FROM whereismy.share
            WHERE id = whereismy.viewer('share') AND delay > 0),
        9223372036854775807)
$$;

REVOKE ALL ON FUNCTION whereismy.viewer, whereismy.viewer_is_admin, whereismy.visible_devices, whereismy.visible_teams,
    whereismy.visible_from, whereismy.visible_until FROM PUBLIC;
GRANT EXECUTE ON FUNCTION whereismy.viewer, whereismy.viewer_is_admin, whereismy.visible_devices,
    whereismy.visible_teams, whereismy.visible_from, whereismy.visible_until TO whereismy_viewer, whereismy_analyst;

-- The collector sees and writes all rows of all tables. Functions in (SELECT …) run once for each query.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['device', 'last', 'event', 'team', 'team_device', 'member', 'team_member', 'share',
        'recent', 'segment', 'token', 'audit', 'migration'] LOOP
        EXECUTE format('ALTER TABLE whereismy.%I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format(
            'CREATE POLICY collector ON whereismy.%I TO whereismy_collector USING (true) WITH CHECK (true)', name);
    END LOOP;
END
$$;

CREATE POLICY viewer ON whereismy.device FOR SELECT TO whereismy_viewer, whereismy_analyst
    USING ((SELECT whereismy.viewer_is_admin()) OR id IN (SELECT whereismy.visible_devices(1)));
CREATE POLICY viewer ON whereismy.last FOR SELECT TO whereismy_viewer, whereismy_analyst
    USING (((SELECT whereismy.viewer_is_admin()) OR device IN (SELECT whereismy.visible_devices(1)))
        -- Without a fix there is only the status, which is not for shares.
        AND coalesce(time <= (SELECT whereismy.visible_until()), (SELECT whereismy.viewer('share')) IS NULL));
CREATE POLICY viewer ON whereismy.event FOR SELECT TO whereismy_viewer, whereismy_analyst
    USING (((SELECT whereismy.viewer_is_admin()) OR device IN (SELECT whereismy.visible_devices(2)))
        AND time BETWEEN (SELECT whereismy.visible_from()) AND (SELECT whereismy.visible_until()));
CREATE POLICY viewer ON whereismy.recent FOR SELECT TO whereismy_viewer, whereismy_analyst
    USING (((SELECT whereismy.viewer_is_admin()) OR device IN (SELECT whereismy.visible_devices(2)))
        AND time BETWEEN (SELECT whereismy.visible_from()) AND (SELECT whereismy.visible_until()));
CREATE POLICY viewer ON whereismy.segment FOR SELECT TO whereismy_viewer, whereismy_analyst
    USING (((SELECT whereismy.viewer_is_admin()) OR device IN (SELECT whereismy.visible_devices(2)))
        -- A segment is visible whole or not at all.
        AND first >= (SELECT whereismy.visible_from()) AND last <= (SELECT whereismy.visible_until()));
CREATE POLICY viewer ON whereismy.team FOR SELECT TO whereismy_viewer, whereismy_analyst
    USING ((SELECT whereismy.viewer_is_admin()) OR id IN (SELECT whereismy.visible_teams(1)));
CREATE POLICY viewer ON whereismy.team_device FOR SELECT TO whereismy_viewer, whereismy_analyst
    USING ((SELECT whereismy.viewer_is_admin()) OR team IN (SELECT whereismy.visible_teams(1)));
CREATE POLICY viewer ON whereismy.member FOR SELECT TO whereismy_viewer, whereismy_analyst
    USING ((SELECT whereismy.viewer_is_admin()) OR id = (SELECT whereismy.viewer('member')));
CREATE POLICY viewer ON whereismy.team_member FOR SELECT TO whereismy_viewer, whereismy_analyst
    USING ((SELECT whereismy.viewer_is_admin()) OR member = (SELECT whereismy.viewer('member'))
        OR team IN (SELECT whereismy.visible_teams(4)));
CREATE POLICY viewer ON whereismy.share FOR SELECT TO whereismy_viewer, whereismy_analyst
    USING ((SELECT whereismy.viewer_is_admin()) OR member = (SELECT whereismy.viewer('member')));

-- The fixes, for which the tables exist before the roles' policies do.
GRANT SELECT, INSERT, UPDATE, DELETE ON whereismy.recent, whereismy.segment TO whereismy_collector;
GRANT SELECT ON whereismy.recent, whereismy.segment TO whereismy_viewer, whereismy_analyst;
