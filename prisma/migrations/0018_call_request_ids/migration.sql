-- By which ids a call is known elsewhere, and two more of its times. Calls that exist stay without them.
ALTER TABLE "calls" ADD COLUMN "decision_ms" INTEGER,
ADD COLUMN "first_token_ms" INTEGER,
ADD COLUMN "request_id" TEXT,
ADD COLUMN "trace_id" TEXT,
ADD COLUMN "upstream_request_id" TEXT;

-- No call that exists is in these, so each is made in one pass over the table, without sorting anything. Meanwhile
-- finished calls wait in the journal. Not hashed: a caller may give all calls the same id. The first one leaves out the
-- ids that the gateway gave, because they are those of the primary key.
CREATE INDEX "calls_request_id_idx" ON "calls"("request_id") WHERE "request_id" <> "call_id";
CREATE INDEX "calls_upstream_request_id_idx" ON "calls"("upstream_request_id") WHERE "upstream_request_id" IS NOT NULL;
CREATE INDEX "calls_trace_id_idx" ON "calls"("trace_id") WHERE "trace_id" IS NOT NULL;

-- A finished call on its way into the database, with those columns. Older processes go on using "call_row_0017".
CREATE TYPE "call_row_0018" AS (
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
    "end_user_signed" BOOLEAN
);
