-- How many tags and end users a payer has named for the first time on one UTC day.
CREATE TABLE "new_name_counts" (
    "day" DATE NOT NULL,
    "payer" TEXT NOT NULL,
    "names" INTEGER NOT NULL,
    "admitted" INTEGER NOT NULL,

    CONSTRAINT "new_name_counts_pkey" PRIMARY KEY ("day","payer")
);

-- A budget has passed a threshold, which is told once in each window, whatever node notices it first.
CREATE TABLE "budget_notices" (
    "entity_type" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "budget_duration" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "window_end" TIMESTAMPTZ(3),
    "threshold" TEXT NOT NULL,
    "budget" DECIMAL(20,9) NOT NULL,
    "spent" DECIMAL(20,9) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "budget_notices_pkey" PRIMARY KEY ("entity_type","entity_id","budget_duration","window_start","threshold","budget")
);

CREATE INDEX "budget_notices_at_idx" ON "budget_notices"("at");

-- What is asked of every node once, for nodes that do not hear of it at that moment.
CREATE TABLE "change_requests" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "notice" TEXT NOT NULL,

    CONSTRAINT "change_requests_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "change_requests_at_idx" ON "change_requests"("at");

-- A finished call on its way into the database, with whether a signed claim named its end user. Older processes go on
-- using "call_row_0013".
CREATE TYPE "call_row_0017" AS (
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
    "end_user_signed" BOOLEAN
);
