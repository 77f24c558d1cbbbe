-- What was tried in vain before the deployment that a call ended at. Most calls are tried once.
ALTER TABLE "calls" ADD COLUMN     "tried" JSONB NOT NULL DEFAULT '[]';
