-- CreateTable
CREATE TABLE "recorded_identities" (
    "fingerprint" TEXT NOT NULL,
    "identity" JSONB NOT NULL,
    "last_seen" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recorded_identities_pkey" PRIMARY KEY ("fingerprint")
);

-- CreateTable
CREATE TABLE "recorded_decisions" (
    "day" DATE NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "team" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "first_seen" TIMESTAMPTZ(3) NOT NULL,
    "last_seen" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recorded_decisions_pkey" PRIMARY KEY ("day","fingerprint","method","route","model","team","outcome")
);

-- CreateIndex
CREATE INDEX "recorded_identities_last_seen_idx" ON "recorded_identities"("last_seen");
