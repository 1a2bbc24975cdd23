-- Decodes segments as docs/history-format.md describes them, in PL/pgSQL: it runs wherever PostgreSQL runs, without an
-- extension. `decode_segment` is for everybody; the other functions are its parts.

-- CRC-32C of the first `length` bytes.
CREATE OR REPLACE FUNCTION whereismy.crc32c(bytes bytea, length integer) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    entries bigint[] := ARRAY(
        WITH RECURSIVE step(byte, shifts, value) AS (
            SELECT byte, 0, byte::bigint FROM generate_series(0, 255) byte
            UNION ALL
            SELECT byte, shifts + 1, CASE WHEN value & 1 = 1 THEN (value >> 1) # 2197175160 ELSE value >> 1 END
            FROM step WHERE shifts < 8)
        SELECT value FROM step WHERE shifts = 8 ORDER BY byte);
    value bigint := 4294967295;
BEGIN
    FOR i IN 0..length - 1 LOOP
        value := (value >> 8) # entries[((value # get_byte(bytes, i)) & 255) + 1];
    END LOOP;
    RETURN value # 4294967295;
END
$$;

-- The number at a position, NULL if it is too long, and the position after it.
CREATE OR REPLACE FUNCTION whereismy.read_number(bytes bytea, INOUT place integer, OUT number bigint)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    byte integer;
BEGIN
    number := 0;
    FOR digit IN 0..9 LOOP
        byte := get_byte(bytes, place);
        place := place + 1;
        number := number | ((byte & 127)::bigint << (7 * digit));
        IF byte < 128 THEN RETURN; END IF;
    END LOOP;
    number := NULL;
END
$$;

-- A signed number from its unsigned form.
CREATE OR REPLACE FUNCTION whereismy.signed(number bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT ((number >> 1) & 9223372036854775807) # -(number & 1) $$;

-- True if the checksum and the version are right. What is inside was verified when the segment was stored.
CREATE OR REPLACE FUNCTION whereismy.is_segment(bytes bytea) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN length(bytes) < 20 THEN false ELSE get_byte(bytes, 0) = 1
        AND whereismy.crc32c(bytes, length(bytes) - 4) = get_byte(bytes, length(bytes) - 4)
            | (get_byte(bytes, length(bytes) - 3) << 8) | (get_byte(bytes, length(bytes) - 2) << 16)
            | (get_byte(bytes, length(bytes) - 1)::bigint << 24) END
$$;

-- The fixes of a segment in their order, in steps; none, with a warning, if the segment is damaged.
CREATE OR REPLACE FUNCTION whereismy.decode_segment(blob bytea) RETURNS TABLE(
    "time" bigint, latitude bigint, longitude bigint, state bigint, altitude bigint, ellipsoidal_altitude bigint,
    horizontal_accuracy bigint, vertical_accuracy bigint, speed bigint, speed_accuracy bigint, course bigint,
    course_accuracy bigint, climb bigint, satellites bigint)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 100000 ROWS 3600 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- In memory, so that reading a byte does not fetch the whole value.
    bytes bytea := blob || ''::bytea;
    size integer := length(bytes) - 4;
    place integer := 1;
    number bigint;
    total integer;
    -- For each column: kind, base, step, number of coded and of plain bytes.
    heads bigint[] := array_fill(0::bigint, ARRAY[14 * 5]);
    head integer;
    kind integer;
    is_related boolean;
    is_constant boolean;
    cells bigint[];
    -- One column after another.
    values bigint[];
BEGIN
    IF NOT whereismy.is_segment(bytes) THEN
        RAISE WARNING 'a segment of % bytes is damaged: wrong checksum, or an unknown version', length(blob);
        RETURN;
    END IF;
    SELECT r.place, r.number INTO place, total FROM whereismy.read_number(bytes, place) r;
    -- The rest of the summary.
    FOR i IN 1..7 LOOP place := (whereismy.read_number(bytes, place)).place; END LOOP;
    FOR i IN 0..13 LOOP
        head := 5 * i + 1;
        heads[head] := get_byte(bytes, place);
        place := place + 1;
        FOR part IN 1..4 LOOP
            EXIT WHEN heads[head] = 0 OR part = 3 AND heads[head + 2] = 0 AND heads[head] & 12 = 4;
            SELECT r.place, r.number INTO place, number FROM whereismy.read_number(bytes, place) r;
            heads[head + part] := number;
        END LOOP;
        heads[head + 1] := whereismy.signed(heads[head + 1]);
    END LOOP;
    FOR i IN 0..13 LOOP
        head := 5 * i + 1;
        kind := heads[head];
        is_related := kind >= 16;
        is_constant := kind & 12 = 4 AND heads[head + 2] = 0;
        IF kind = 0 THEN
            cells := array_fill(NULL::bigint, ARRAY[total]);
        ELSIF is_constant THEN
            number := heads[head + 1];
            IF i IN (1, 2) AND is_related THEN number := (5 * number + sign(number)::bigint) / 3; END IF;
            cells := array_fill(number, ARRAY[total]);
        ELSE
            cells := whereismy.decode_column(
                bytes, place, heads[head + 3]::integer, heads[head + 4]::integer, total, kind & 12 = 8, kind & 3,
                heads[head + 1], heads[head + 2],
                CASE WHEN i = 10 AND is_related AND heads[head + 2] > 0 THEN 36000 / heads[head + 2] ELSE 0 END,
                i IN (1, 2) AND is_related);
            IF cells IS NULL THEN
                RAISE WARNING 'a segment of % bytes has values beyond those of fixes', length(blob);
                RETURN;
            END IF;
        END IF;
        values := values || cells;
        place := place + heads[head + 3] + heads[head + 4];
    END LOOP;
    RETURN QUERY
        WITH line AS (
            SELECT c.*, c.e + CASE WHEN heads[26] >= 16 AND c.a IS NOT NULL THEN c.a ELSE 0 END AS ellipsoidal
            FROM unnest(
                values[1:total], values[total + 1:2 * total], values[2 * total + 1:3 * total],
                values[3 * total + 1:4 * total], values[4 * total + 1:5 * total], values[5 * total + 1:6 * total],
                values[6 * total + 1:7 * total], values[7 * total + 1:8 * total], values[8 * total + 1:9 * total],
                values[9 * total + 1:10 * total], values[10 * total + 1:11 * total],
                values[11 * total + 1:12 * total], values[12 * total + 1:13 * total],
                values[13 * total + 1:]) AS c(t, x, y, s, a, e, h, v, u, w, d, f, z, n)
        ), step AS (
            SELECT line.*, t - lag(t) OVER () AS ms,
                coalesce(ellipsoidal - lag(ellipsoidal) OVER (), a - lag(a) OVER ()) AS up
            FROM line)
        SELECT t, x, y, s, a, ellipsoidal, h, v, u, w, d, f,
            z + CASE WHEN heads[61] >= 16 AND ms BETWEEN 1 AND 1125899906842623 AND up IS NOT NULL
                THEN (2000 * up + CASE WHEN up < 0 THEN -ms ELSE ms END) / (2 * ms) ELSE 0 END, n
        FROM step;
END
$$;
