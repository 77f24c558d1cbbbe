-- oldest-version: 0.1.0
-- Whose token made a call. Calls that exist stay without it, as do those of keys. Only the index takes time, one look at
-- each call: prepare.sql has added the column, so that reports and budgets go on meanwhile. Finished calls wait in the journal.
SET LOCAL lock_timeout = '10s';
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'calls'::regclass AND attname = 'issuer' AND NOT attisdropped) THEN
        ALTER TABLE "calls" ADD COLUMN "issuer" TEXT;
    END IF;
END
$$;

-- Made without sorting anything, because no call that exists is in it.
CREATE INDEX "calls_issuer_started_at_idx" ON "calls"("issuer", "started_at") WHERE "issuer" IS NOT NULL;

-- A finished call on its way into the database, with that column. Older processes go on using "call_row_0018".
CREATE TYPE "call_row_0036" AS (
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
    "team_organization_id" TEXT,
    "request_id" TEXT,
    "upstream_request_id" TEXT,
    "trace_id" TEXT,
    "decision_ms" INTEGER,
    "first_token_ms" INTEGER,
    "issuer" TEXT,
    "end_user_signed" BOOLEAN
);
