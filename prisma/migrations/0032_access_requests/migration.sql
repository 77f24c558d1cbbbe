-- oldest-version: 0.1.0
-- Somebody who was refused asks for access. One open request per person and group of refusals.
CREATE TABLE "access_requests" (
    "code" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "decision_id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "note" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "access_requests_pkey" PRIMARY KEY ("code","kind","principal","route","model","person")
);

CREATE INDEX "access_requests_person_idx" ON "access_requests"("person");
