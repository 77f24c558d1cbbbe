-- oldest-version: 0.1.0
-- Spend by UTC hour, and by UTC day for older hours, in place of "daily_totals". Every call is counted in exactly one of
-- the three tables, so their sum is right at any moment. A node of an older version goes on adding to "daily_totals";
-- lib/spend/io/figures-keeper.ts moves what is there. Nothing here rewrites a table that has rows.

-- The short name of an entity in figures. It is empty until the entity is next booked, or its totals are moved.
CREATE SEQUENCE "entity_totals_number_seq" AS INTEGER;
ALTER TABLE "entity_totals" ADD COLUMN "number" INTEGER;
ALTER SEQUENCE "entity_totals_number_seq" OWNED BY "entity_totals"."number";
CREATE UNIQUE INDEX "entity_totals_number_idx" ON "entity_totals"("number") WHERE "number" IS NOT NULL;

-- The short name of a provider and its model.
CREATE TABLE "served_models" (
    "number" SERIAL NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,

    CONSTRAINT "served_models_pkey" PRIMARY KEY ("number")
);
CREATE UNIQUE INDEX "served_models_provider_model_key" ON "served_models"("provider", "model");

-- Amounts are nano-dollars. "hour" and "day" count from the epoch. The columns are in the order of their sizes, which
-- wastes no bytes between them. "kind" is a code of lib/store/spend/figure-kinds.ts. Partitions are made by the gateway,
-- one for each kind and month (hours) or year (days).
CREATE TABLE "hourly_figures" (
    "spend" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "entity" INTEGER NOT NULL,
    "hour" INTEGER NOT NULL,
    "served" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "failed_calls" INTEGER NOT NULL,
    "unpriced_calls" INTEGER NOT NULL,
    "kind" SMALLINT NOT NULL,

    CONSTRAINT "hourly_figures_pkey" PRIMARY KEY ("kind", "entity", "hour", "served")
) PARTITION BY RANGE ("kind", "hour");

CREATE TABLE "daily_figures" (
    "spend" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "entity" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "served" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "failed_calls" INTEGER NOT NULL,
    "unpriced_calls" INTEGER NOT NULL,
    "kind" SMALLINT NOT NULL,

    CONSTRAINT "daily_figures_pkey" PRIMARY KEY ("kind", "entity", "day", "served")
) PARTITION BY RANGE ("kind", "day");
