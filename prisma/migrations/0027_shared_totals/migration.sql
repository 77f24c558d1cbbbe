-- oldest-version: 0.1.0
-- Totals that most calls share. Each process books them under one of a few shards, so that the processes do not wait for
-- each other's rows. The total of an entity is the sum of its shards and of its row in "entity_totals", to which older
-- versions go on adding.
CREATE TABLE "shared_totals" (
    "entity_type" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "number" INTEGER NOT NULL,
    "spend" DECIMAL(20,9) NOT NULL,
    "calls" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "unpriced_calls" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shared_totals_pkey" PRIMARY KEY ("entity_type", "entity_id", "shard")
);
CREATE UNIQUE INDEX "shared_totals_number_key" ON "shared_totals"("number");
