-- Devices, people, access and events. Times are milliseconds since 1970, durations milliseconds.

CREATE TABLE whereismy.device(
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
    created bigint NOT NULL,
    is_disabled boolean NOT NULL DEFAULT false,
    stale_after bigint CHECK (stale_after > 0),
    retention_days integer CHECK (retention_days > 0)
);

-- One row for each device from its creation on, so that a fix only updates it. Without further indexes the updates stay
-- on their pages (HOT). `version` is the transaction that changed the row: readers ask for what is new.
CREATE TABLE whereismy.last(
    device integer PRIMARY KEY REFERENCES whereismy.device ON DELETE CASCADE,
    time bigint,
    received bigint,
    latitude integer,
    longitude integer,
    altitude integer,
    ellipsoidal_altitude integer,
    horizontal_accuracy integer,
    vertical_accuracy integer,
    speed integer,
    speed_accuracy integer,
    course integer,
    course_accuracy integer,
    climb integer,
    state smallint,
    satellites smallint,
    suspect_time bigint,
    is_online boolean,
    status jsonb,
    stale_after bigint CHECK (stale_after > 0),
    is_silent boolean NOT NULL DEFAULT false,
    version xid8 NOT NULL DEFAULT pg_current_xact_id()
) WITH (fillfactor = 50);

CREATE TABLE whereismy.event(
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    device integer NOT NULL REFERENCES whereismy.device ON DELETE CASCADE,
    kind text NOT NULL
        CHECK (kind IN ('enter', 'leave', 'dragging', 'holding', 'lost', 'found', 'silent', 'back')),
    place text NOT NULL DEFAULT '',
    time bigint NOT NULL,
    since bigint NOT NULL,
    received bigint NOT NULL,
    latitude double precision,
    longitude double precision,
    horizontal_accuracy double precision,
    distance double precision,
    version xid8 NOT NULL DEFAULT pg_current_xact_id(),
    UNIQUE (device, time, place, kind)
);
CREATE INDEX event_version ON whereismy.event(version);
CREATE INDEX event_time ON whereismy.event(time);

CREATE TABLE whereismy.team(
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$')
);

CREATE TABLE whereismy.team_device(
    team integer NOT NULL REFERENCES whereismy.team ON DELETE CASCADE,
    device integer NOT NULL REFERENCES whereismy.device ON DELETE CASCADE,
    PRIMARY KEY (team, device)
);
CREATE INDEX team_device_device ON whereismy.team_device(device);

-- `login` is the database role of an analyst, who then sees by SQL what the member sees.
CREATE TABLE whereismy.member(
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 200),
    is_admin boolean NOT NULL DEFAULT false,
    login text UNIQUE,
    created bigint NOT NULL
);

-- Roles: 1 the last position, 2 also the history, 3 also shares, 4 also the members of the team.
CREATE TABLE whereismy.team_member(
    team integer NOT NULL REFERENCES whereismy.team ON DELETE CASCADE,
    member integer NOT NULL REFERENCES whereismy.member ON DELETE CASCADE,
    role smallint NOT NULL CHECK (role BETWEEN 1 AND 4),
    PRIMARY KEY (team, member)
);
CREATE INDEX team_member_member ON whereismy.team_member(member);

-- What a link shows to others: one device or one team, rounded to `precision` metres, `delay` late, from `since` on.
CREATE TABLE whereismy.share(
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    device integer REFERENCES whereismy.device ON DELETE CASCADE,
    team integer REFERENCES whereismy.team ON DELETE CASCADE,
    member integer REFERENCES whereismy.member ON DELETE CASCADE,
    label text,
    precision double precision CHECK (precision BETWEEN 1 AND 100000),
    delay bigint NOT NULL DEFAULT 0 CHECK (delay >= 0),
    since bigint,
    created bigint NOT NULL,
    expires bigint NOT NULL,
    CHECK ((device IS NULL) <> (team IS NULL))
);

-- Secrets are stored as SHA-256 alone.
CREATE TABLE whereismy.token(
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
    kind text NOT NULL CHECK (kind IN ('device', 'program', 'session', 'link', 'share')),
    device integer REFERENCES whereismy.device ON DELETE CASCADE,
    member integer REFERENCES whereismy.member ON DELETE CASCADE,
    share integer REFERENCES whereismy.share ON DELETE CASCADE,
    name text NOT NULL DEFAULT '',
    scopes text[] NOT NULL DEFAULT '{}',
    created bigint NOT NULL,
    last_used bigint,
    expires bigint,
    CHECK (CASE kind WHEN 'device' THEN device IS NOT NULL AND member IS NULL AND share IS NULL
        WHEN 'share' THEN share IS NOT NULL AND device IS NULL AND member IS NULL
        ELSE member IS NOT NULL AND device IS NULL AND share IS NULL END)
);

CREATE TABLE whereismy.audit(
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    time bigint NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    detail text NOT NULL DEFAULT ''
);

GRANT USAGE ON SCHEMA whereismy TO whereismy_collector, whereismy_viewer, whereismy_analyst;
GRANT SELECT ON whereismy.migration TO whereismy_collector;
GRANT SELECT, INSERT, UPDATE, DELETE ON whereismy.device, whereismy.last, whereismy.event, whereismy.team,
    whereismy.team_device, whereismy.member, whereismy.team_member, whereismy.share, whereismy.token
    TO whereismy_collector;
-- Nobody but the owner changes what was audited.
GRANT SELECT, INSERT ON whereismy.audit TO whereismy_collector;
GRANT SELECT ON whereismy.device, whereismy.last, whereismy.event, whereismy.team, whereismy.team_device,
    whereismy.member, whereismy.team_member, whereismy.share TO whereismy_viewer, whereismy_analyst;
