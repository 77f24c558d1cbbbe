-- oldest-version: 0.1.0
-- What needs attention: one row for each alert, from its opening to its end.
CREATE TABLE "alerts" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "level" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "open_key" TEXT,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "message" TEXT NOT NULL,
    "resolution" TEXT,
    "facts" JSONB NOT NULL,
    "memo" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "alerts_open_key_key" ON "alerts"("open_key");
CREATE INDEX "alerts_opened_at_id_idx" ON "alerts"("opened_at", "id");

-- A message about alerts on its way to a channel.
CREATE TABLE "alert_deliveries" (
    "message_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "message" JSONB NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "alert_deliveries_pkey" PRIMARY KEY ("message_id","channel")
);

CREATE INDEX "alert_deliveries_state_next_at_idx" ON "alert_deliveries"("state", "next_at");
CREATE INDEX "alert_deliveries_created_at_idx" ON "alert_deliveries"("created_at");

-- What single processes know that alerts are made of, such as an identity provider that they cannot reach.
CREATE TABLE "alert_signals" (
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "process" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_signals_pkey" PRIMARY KEY ("kind","subject","process")
);

-- One row: the generated secret that signs webhooks, encrypted.
CREATE TABLE "webhook_secrets" (
    "id" TEXT NOT NULL DEFAULT 'generated',
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "copied_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id")
);

-- Whether an alert was made of a notice. The notices of earlier versions need none.
ALTER TABLE "budget_notices" ADD COLUMN "alerted_at" TIMESTAMPTZ(3);
UPDATE "budget_notices" SET "alerted_at" = CURRENT_TIMESTAMP;
CREATE INDEX "budget_notices_alerted_at_idx" ON "budget_notices"("alerted_at");

-- When the first and the last of the counted attempts ended.
ALTER TABLE "traffic_minutes" ADD COLUMN "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
