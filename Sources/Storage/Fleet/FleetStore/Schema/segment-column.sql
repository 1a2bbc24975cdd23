-- The range coder and the model of docs/history-format.md, a part of the decoder of segments.

-- The values of a column whose bytes begin at `place`, NULL for unknown; NULL if they are far beyond those of fixes, as
-- only a forged segment has them: nothing here can overflow.
--
-- Numbers of 64 bits are signed here: a range from 2^63 on is negative and takes the longer way. A probability and its
-- rate are one number, p * 65536 + rate, in `model`: lengths from 1 on, presence from 769 on, quiet from 773 on. Each
-- turn of the loop reads one coded bit, of which `step` says what it means: 0 quiet, 1 unknown, 2 the first bit of a
-- length, 3 upwards, 4 downwards.
CREATE OR REPLACE FUNCTION whereismy.decode_column(
    bytes bytea, place integer, coded integer, plain integer, total integer, is_partial boolean, differences integer,
    base bigint, scale bigint, turn bigint, is_minutes boolean) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    top CONSTANT bigint := (-9223372036854775807) - 1;
    words bytea := substring(bytes FROM place + 1 FOR coded) || decode(repeat('00', 12), 'hex');
    tail bytea := substring(bytes FROM place + coded + 1 FOR plain) || decode(repeat('00', 12), 'hex');
    word integer := 8;
    place_of_bit integer := 0;
    code bigint := (get_byte(words, 0)::bigint << 56) | (get_byte(words, 1)::bigint << 48)
        | (get_byte(words, 2)::bigint << 40) | (get_byte(words, 3)::bigint << 32) | (get_byte(words, 4)::bigint << 24)
        | (get_byte(words, 5) << 16) | (get_byte(words, 6) << 8) | get_byte(words, 7);
    span bigint := -1;
    bound bigint;
    model bigint[] := array_fill(2147508224::bigint, ARRAY[774]);
    state bigint;
    context integer := 773;
    is_one boolean;
    step integer := 0;
    unknowns integer := 0;
    first integer := 0;
    second integer := 0;
    line integer;
    n integer;
    was_quiet integer := 0;
    place_of_byte integer;
    bits bigint;
    residual bigint;
    number bigint;
    unit bigint := 0;
    furthest bigint := 9007199254740992 / greatest(scale, 1);
    slope bigint := 0;
    result bigint[] := array_fill(NULL::bigint, ARRAY[total]);
    row integer := 0;
    final integer := 0;
    target integer;
BEGIN
    LOOP
        state := model[context];
        IF span >= 0 THEN
            bound := (span >> 16) * (state >> 16);
            is_one := code >= bound;
            IF is_one THEN
                code := code - bound;
                span := span - bound;
            ELSE
                span := bound;
            END IF;
        ELSE
            number := (span >> 16) & 281474976710655;
            bound := (((number >> 16) * (state >> 16) + (((number & 65535) * (state >> 16)) >> 16)) << 16)
                | (((number & 65535) * (state >> 16)) & 65535);
            is_one := (code # top) >= (bound # top);
            IF NOT is_one THEN
                span := bound;
            ELSIF bound < 0 THEN
                code := code - bound;
                span := span - bound;
            ELSE
                code := ((code # top) - bound) # top;
                span := ((span # top) - bound) # top;
            END IF;
        END IF;
        IF is_one THEN
            model[context] := state - (((state >> 16) * (state & 65535)) & -65536)
                - CASE WHEN state & 65535 > 1000 THEN ((state & 65535) * (state & 65535)) >> 16 ELSE 0 END;
        ELSE
            model[context] := state + (((65536 - (state >> 16)) * (state & 65535)) & -65536)
                - CASE WHEN state & 65535 > 1000 THEN ((state & 65535) * (state & 65535)) >> 16 ELSE 0 END;
        END IF;
        IF span < 4294967296 AND span >= 0 THEN
            span := span << 32;
            code := code << 32;
            -- The zeros at the end of the words are not stored.
            IF word < coded THEN
                code := code | (get_byte(words, word)::bigint << 24) | (get_byte(words, word + 1) << 16)
                    | (get_byte(words, word + 2) << 8) | get_byte(words, word + 3);
                word := word + 4;
            END IF;
        END IF;

        target := row;
        IF step >= 2 THEN
            IF step = 2 THEN
                IF is_one THEN
                    step := 3;
                    context := line + least(n + 1, 31);
                    CONTINUE;
                END IF;
                n := n - 1;
                IF n > 0 THEN
                    step := 4;
                    context := line + n;
                    CONTINUE;
                END IF;
            ELSIF step = 4 THEN
                IF NOT is_one THEN
                    n := n - 1;
                    IF n > 0 THEN
                        context := line + n;
                        CONTINUE;
                    END IF;
                END IF;
            ELSIF is_one THEN
                n := n + 1;
                IF n > 62 THEN RETURN NULL; END IF;
                context := line + least(n + 1, 31);
                CONTINUE;
            END IF;
            second := first;
            first := n;
            residual := 0;
            IF n > 0 THEN
                place_of_byte := place_of_bit >> 3;
                IF place_of_byte >= plain THEN
                    bits := 0;
                ELSIF n <= 32 THEN
                    bits := ((get_byte(tail, place_of_byte) | (get_byte(tail, place_of_byte + 1) << 8)
                        | (get_byte(tail, place_of_byte + 2) << 16) | (get_byte(tail, place_of_byte + 3)::bigint << 24)
                        | (get_byte(tail, place_of_byte + 4)::bigint << 32)) >> (place_of_bit & 7))
                        & ((1::bigint << n) - 1);
                ELSE
                    bits := 0;
                    FOR i IN REVERSE n - 1..0 LOOP
                        bits := bits << 1 | get_bit(tail, place_of_bit + i);
                    END LOOP;
                END IF;
                place_of_bit := place_of_bit + n;
                residual := (1::bigint << (n - 1)) | (bits >> 1);
                IF bits & 1 = 1 THEN residual := -residual; END IF;
            END IF;
            target := row + 1;
        ELSIF step = 1 THEN
            unknowns := (2 * unknowns + is_one::integer) & 3;
            IF is_one THEN
                row := row + 1;
                target := row;
            END IF;
        ELSE
            final := least(final + 16, total);
            was_quiet := is_one::integer;
            IF is_one AND unknowns & 1 = 1 THEN
                unknowns := 3;
                row := final;
                target := row;
            ELSIF is_one THEN
                unknowns := 0;
                first := 0;
                second := 0;
                residual := 0;
                target := final;
            END IF;
        END IF;

        WHILE row < target LOOP
            row := row + 1;
            number := residual + CASE differences WHEN 1 THEN unit WHEN 2 THEN unit + slope ELSE 0 END;
            IF turn > 0 THEN
                IF number >= turn THEN
                    number := number - turn;
                ELSIF number < 0 THEN
                    number := number + turn;
                END IF;
            END IF;
            IF number NOT BETWEEN -furthest AND furthest THEN RETURN NULL; END IF;
            slope := number - unit;
            unit := number;
            number := base + scale * unit;
            IF is_minutes THEN
                number := (5 * number + CASE WHEN number > 0 THEN 1 WHEN number < 0 THEN -1 ELSE 0 END) / 3;
            END IF;
            result[row] := number;
        END LOOP;

        EXIT WHEN row = total;
        IF row = final THEN
            step := 0;
            context := 773 + was_quiet;
        ELSIF is_partial AND (step <> 1 OR is_one) THEN
            step := 1;
            context := 769 + unknowns;
        ELSE
            step := 2;
            line := least((first + second + 1) >> 1, 23);
            n := greatest(line, 1);
            line := line * 32 + 1;
            context := line + n;
        END IF;
    END LOOP;
    RETURN result;
END
$$;
