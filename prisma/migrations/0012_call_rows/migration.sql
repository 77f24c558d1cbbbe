-- A finished call on its way into the database: reading it from this costs half of reading it from JSON. The type is
-- never changed: a version that writes other columns brings a type of its own, beside which older processes go on.
CREATE TYPE "call_row" AS (
    "call_id" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER,
    "upstream_ms" INTEGER,
    "status" TEXT,
    "http_status" INTEGER,
    "route" TEXT,
    "requested_model" TEXT,
    "model" TEXT,
    "provider" TEXT,
    "deployment" TEXT,
    "prompt_tokens" INTEGER,
    "cached_tokens" INTEGER,
    "completion_tokens" INTEGER,
    "reasoning_tokens" INTEGER,
    "cache_write_tokens" INTEGER,
    "cache_write_hour_tokens" INTEGER,
    "prompt_audio_tokens" INTEGER,
    "cached_audio_tokens" INTEGER,
    "prompt_image_tokens" INTEGER,
    "completion_audio_tokens" INTEGER,
    "completion_image_tokens" INTEGER,
    "images" INTEGER,
    "audio_seconds" INTEGER,
    "characters" INTEGER,
    "attempts" INTEGER,
    "tried" JSONB,
    "total_tokens" INTEGER,
    "usage_source" TEXT,
    "spend" DECIMAL(20,9),
    "price_state" TEXT,
    "price_version" TEXT,
    "key_id" TEXT,
    "user_id" TEXT,
    "team_id" TEXT,
    "organization_id" TEXT,
    "end_user_id" TEXT,
    "tags" TEXT[]
);

-- Few calls have a key, an organisation and an end user at once; those without cost these indexes nothing any more.
DROP INDEX "calls_key_id_started_at_idx";
DROP INDEX "calls_organization_id_started_at_idx";
DROP INDEX "calls_end_user_id_started_at_idx";
CREATE INDEX "calls_key_id_started_at_idx" ON "calls"("key_id", "started_at") WHERE "key_id" IS NOT NULL;
CREATE INDEX "calls_organization_id_started_at_idx" ON "calls"("organization_id", "started_at") WHERE "organization_id" IS NOT NULL;
CREATE INDEX "calls_end_user_id_started_at_idx" ON "calls"("end_user_id", "started_at") WHERE "end_user_id" IS NOT NULL;
