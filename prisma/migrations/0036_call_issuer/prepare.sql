-- The column by itself: it is there at once, and no lock on all calls lasts as long as the index takes. docs/database.md says
-- how such a file is run.

-- step, briefly locked: column of the issuer
ALTER TABLE "calls" ADD COLUMN IF NOT EXISTS "issuer" TEXT;
