-- What the token that made a key carried. Keys that exist stay without it.
ALTER TABLE "keys" ADD COLUMN "maker" JSONB;

-- The organisation of the team, where the call is also charged to another one.
ALTER TABLE "calls" ADD COLUMN "team_organization_id" TEXT;
CREATE INDEX "calls_team_organization_id_started_at_idx" ON "calls"("team_organization_id", "started_at") WHERE "team_organization_id" IS NOT NULL;

-- A finished call on its way into the database, with that column. Older processes go on using "call_row".
CREATE TYPE "call_row_0013" AS (
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
    "tags" TEXT[],
    "team_organization_id" TEXT
);
