-- The claims that the proven tokens of one issuer had in one hour, as one process saw them.
CREATE TABLE "claim_sightings" (
    "issuer" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "process" TEXT NOT NULL,
    "sightings" TEXT NOT NULL,

    CONSTRAINT "claim_sightings_pkey" PRIMARY KEY ("hour","issuer","process")
);
