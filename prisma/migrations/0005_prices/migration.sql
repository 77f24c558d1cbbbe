-- CreateTable
CREATE TABLE "prices" (
    "id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "prices" JSONB NOT NULL,
    "effective_from" TIMESTAMPTZ(3) NOT NULL,
    "comment" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "call_retention" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "pruned_before" DATE NOT NULL,

    CONSTRAINT "call_retention_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "prices_created_at_id_idx" ON "prices"("created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "prices_provider_model_effective_from_key" ON "prices"("provider", "model", "effective_from");

-- What has no price yet is few among many, and asked for whenever a price is added.
CREATE INDEX "calls_unpriced_idx" ON "calls"("started_at", "call_id") WHERE "price_state" = 'unpriced';
