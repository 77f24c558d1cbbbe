-- What ended in one minute at one deployment of a node, by outcome. Kept for 48 hours; lib/traffic-minute.ts.
CREATE TABLE "traffic_minutes" (
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "node" TEXT NOT NULL,
    "deployment" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "latency" INTEGER[],

    CONSTRAINT "traffic_minutes_pkey" PRIMARY KEY ("minute","deployment","outcome","node")
);
