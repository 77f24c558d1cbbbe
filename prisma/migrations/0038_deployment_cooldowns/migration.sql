-- oldest-version: 0.1.0
-- When a deployment was on cooldown on a node, and why. Kept for 48 hours; lib/observe/minutes.
CREATE TABLE "deployment_cooldowns" (
    "deployment" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "deployment_cooldowns_pkey" PRIMARY KEY ("deployment","model","node","began_at")
);

-- CreateIndex
CREATE INDEX "deployment_cooldowns_until_idx" ON "deployment_cooldowns"("until");
