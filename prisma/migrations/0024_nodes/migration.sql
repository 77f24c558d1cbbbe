-- The processes that serve calls, so that nodes find what they do not share. Rows of processes that died are removed a day
-- later.
CREATE TABLE "nodes" (
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "key_ids" TEXT[],
    "sealed" TEXT NOT NULL,
    "clock_ahead_ms" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "nodes_pkey" PRIMARY KEY ("name")
);

-- A text that everybody knows, encrypted by the first node. Whoever cannot decrypt it has another key.
CREATE TABLE "known_values" (
    "id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,

    CONSTRAINT "known_values_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "nodes_seen_at_idx" ON "nodes"("seen_at");
