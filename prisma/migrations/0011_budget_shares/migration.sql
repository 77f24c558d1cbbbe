-- What part of what is left of a budget a process may commit to calls without asking the others.
CREATE TABLE "budget_shares" (
    "entity_type" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "budget_duration" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "window_end" TIMESTAMPTZ(3),
    "holder" TEXT NOT NULL,
    "amount" DECIMAL(20,9) NOT NULL,
    "idle" DECIMAL(20,9) NOT NULL,
    "wanted" DECIMAL(20,9) NOT NULL,
    "renewed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "budget_shares_pkey" PRIMARY KEY ("entity_type","entity_id","budget_duration","window_start","holder")
);

CREATE INDEX "budget_shares_holder_idx" ON "budget_shares"("holder");
