-- oldest-version: 0.1.0
-- How often the gateway refused the same thing to the same principal within one hour, and what was done about it.
CREATE TABLE "refusals" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "examples" TEXT[],

    CONSTRAINT "refusals_pkey" PRIMARY KEY ("hour","code","kind","principal","route","model")
);

CREATE TABLE "refusal_marks" (
    "code" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "snoozed_until" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "note" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refusal_marks_pkey" PRIMARY KEY ("code","kind","principal","route","model")
);
