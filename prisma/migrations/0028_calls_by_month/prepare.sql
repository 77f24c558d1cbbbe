-- What takes long on millions of calls, while calls go on: every index that the partitions need, and the proof that no
-- call lies beyond the first partition. docs/database.md says how such a file is run.

-- step: index of the new key
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "calls_key_0028" ON "calls"("call_id", "started_at");

-- step: index by deployment
CREATE INDEX CONCURRENTLY IF NOT EXISTS "calls_deployment_started_at_idx" ON "calls"("deployment", "started_at");

-- step: index by provider
CREATE INDEX CONCURRENTLY IF NOT EXISTS "calls_provider_started_at_idx" ON "calls"("provider", "started_at");

-- step: index by route
CREATE INDEX CONCURRENTLY IF NOT EXISTS "calls_route_started_at_idx" ON "calls"("route", "started_at");

-- step: index by requested model
CREATE INDEX CONCURRENTLY IF NOT EXISTS "calls_requested_model_started_at_idx" ON "calls"("requested_model", "started_at");

-- step: index of calls that did not succeed
CREATE INDEX CONCURRENTLY IF NOT EXISTS "calls_status_started_at_idx" ON "calls"("status", "started_at") WHERE "status" <> 'success';

-- step: index by spend
CREATE INDEX CONCURRENTLY IF NOT EXISTS "calls_spend_started_at_idx" ON "calls"("spend", "started_at");

-- step: index by tokens
CREATE INDEX CONCURRENTLY IF NOT EXISTS "calls_total_tokens_started_at_idx" ON "calls"("total_tokens", "started_at");

-- step: index by duration
CREATE INDEX CONCURRENTLY IF NOT EXISTS "calls_duration_ms_started_at_idx" ON "calls"("duration_ms", "started_at");

-- step, briefly locked: bound of the first partition
DO $$
DECLARE
    known TIMESTAMPTZ;
    bound TIMESTAMPTZ;
BEGIN
    SELECT (regexp_match(pg_get_constraintdef(oid), '''(.+)'''))[1]::timestamptz INTO known
    FROM pg_constraint WHERE conrelid = 'calls'::regclass AND conname = 'calls_until_0028';
    -- A start that was interrupted long ago may have left a bound that calls reach soon.
    IF known >= (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC' THEN
        RETURN;
    END IF;
    SELECT greatest(
        (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC',
        (date_trunc('month', max(started_at) AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC')
    INTO bound FROM calls;
    ALTER TABLE "calls" DROP CONSTRAINT IF EXISTS "calls_until_0028";
    EXECUTE format('ALTER TABLE "calls" ADD CONSTRAINT "calls_until_0028" CHECK ("started_at" < %L::timestamptz) NOT VALID', bound);
END
$$;

-- step: proof that no call lies beyond it
ALTER TABLE "calls" VALIDATE CONSTRAINT "calls_until_0028";
