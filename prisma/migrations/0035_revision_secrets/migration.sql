-- oldest-version: 0.1.0
-- The secrets of issuers that are edited in the console, encrypted. Revisions name them by id.
CREATE TABLE "revision_secrets" (
    "id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revision_secrets_pkey" PRIMARY KEY ("id")
);
