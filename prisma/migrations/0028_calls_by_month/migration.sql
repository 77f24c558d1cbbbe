-- oldest-version: 0.2.0
-- Calls are kept by month of their start, in UTC. The table of before becomes the first partition as it is. What takes
-- long has been done by prepare.sql; without it, this takes as long as all calls need to be read and indexed.
-- The first lock ends a vacuum that is under way, which readers and bookings do not notice. Only the second stops them.
SET LOCAL lock_timeout = '10s';
LOCK TABLE "calls" IN SHARE UPDATE EXCLUSIVE MODE;
SET LOCAL lock_timeout = '500ms';
LOCK TABLE "calls" IN ACCESS EXCLUSIVE MODE;

CREATE UNIQUE INDEX IF NOT EXISTS "calls_key_0028" ON "calls"("call_id", "started_at");
CREATE INDEX IF NOT EXISTS "calls_deployment_started_at_idx" ON "calls"("deployment", "started_at");
CREATE INDEX IF NOT EXISTS "calls_provider_started_at_idx" ON "calls"("provider", "started_at");
CREATE INDEX IF NOT EXISTS "calls_route_started_at_idx" ON "calls"("route", "started_at");
CREATE INDEX IF NOT EXISTS "calls_requested_model_started_at_idx" ON "calls"("requested_model", "started_at");
CREATE INDEX IF NOT EXISTS "calls_status_started_at_idx" ON "calls"("status", "started_at") WHERE "status" <> 'success';
CREATE INDEX IF NOT EXISTS "calls_spend_started_at_idx" ON "calls"("spend", "started_at");
CREATE INDEX IF NOT EXISTS "calls_total_tokens_started_at_idx" ON "calls"("total_tokens", "started_at");
CREATE INDEX IF NOT EXISTS "calls_duration_ms_started_at_idx" ON "calls"("duration_ms", "started_at");

-- One key for once-only booking: both halves come from the intent, so a call has the same wherever it is booked.
ALTER TABLE "calls" DROP CONSTRAINT "calls_pkey";
ALTER TABLE "calls" ADD CONSTRAINT "calls_first_pkey" PRIMARY KEY USING INDEX "calls_key_0028";
DROP TRIGGER "announce_bookings" ON "calls";
DROP TRIGGER "book_new_price" ON "calls";

DO $$
DECLARE
    month TIMESTAMP := date_trunc('month', now() AT TIME ZONE 'UTC');
    bound TIMESTAMPTZ;
    definitions TEXT[];
    definition TEXT;
    name TEXT;
BEGIN
    SELECT array_agg(pg_get_indexdef(indexrelid) ORDER BY indexrelid) INTO definitions
    FROM pg_index WHERE indrelid = 'calls'::regclass AND NOT indisprimary;
    FOR name IN
        SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
        WHERE indrelid = 'calls'::regclass AND NOT indisprimary
    LOOP
        EXECUTE format('ALTER INDEX %I RENAME TO %I', name, regexp_replace(name, '^calls_', 'calls_first_'));
    END LOOP;

    -- An empty table needs no room for the months that are to come.
    IF EXISTS (SELECT FROM "calls") THEN
        SELECT (regexp_match(pg_get_constraintdef(oid), '''(.+)'''))[1]::timestamptz INTO bound
        FROM pg_constraint WHERE conrelid = 'calls'::regclass AND conname = 'calls_until_0028';
        SELECT greatest(coalesce(bound, (month + interval '2 months') AT TIME ZONE 'UTC'),
            (month + interval '1 month') AT TIME ZONE 'UTC',
            (date_trunc('month', max("started_at") AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC')
        INTO bound FROM "calls";
    ELSE
        bound := month AT TIME ZONE 'UTC';
    END IF;

    ALTER TABLE "calls" RENAME TO "calls_first";
    CREATE TABLE "calls" (LIKE "calls_first" INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)
        PARTITION BY RANGE ("started_at");
    ALTER TABLE "calls" ADD CONSTRAINT "calls_pkey" PRIMARY KEY ("call_id", "started_at");
    FOREACH definition IN ARRAY definitions LOOP
        EXECUTE definition;
    END LOOP;
    ALTER SEQUENCE "calls_booking_seq" OWNED BY "calls"."booking";
    EXECUTE format('ALTER TABLE "calls" ATTACH PARTITION "calls_first" FOR VALUES FROM (MINVALUE) TO (%L)', bound);
    ALTER TABLE "calls_first" DROP CONSTRAINT IF EXISTS "calls_until_0028";

    -- This month and the next two; the gateway makes those that follow.
    FOR ahead IN 0..2 LOOP
        CONTINUE WHEN (month + ahead * interval '1 month') AT TIME ZONE 'UTC' < bound;
        name := 'calls_' || to_char(month + ahead * interval '1 month', 'YYYY_MM');
        EXECUTE format('CREATE TABLE %I (LIKE "calls" INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)', name);
        EXECUTE format('ALTER TABLE "calls" ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name,
            (month + ahead * interval '1 month') AT TIME ZONE 'UTC',
            (month + (ahead + 1) * interval '1 month') AT TIME ZONE 'UTC');
    END LOOP;
END
$$;

CREATE TRIGGER "announce_bookings" BEFORE INSERT OR UPDATE OF "spend", "price_state", "price_version" ON "calls"
    FOR EACH STATEMENT EXECUTE FUNCTION "announce_bookings"();
CREATE TRIGGER "book_new_price" BEFORE UPDATE OF "spend", "price_state", "price_version" ON "calls"
    FOR EACH ROW WHEN ((OLD."spend", OLD."price_state", OLD."price_version") IS DISTINCT FROM (NEW."spend", NEW."price_state", NEW."price_version"))
    EXECUTE FUNCTION "book_new_price"();
