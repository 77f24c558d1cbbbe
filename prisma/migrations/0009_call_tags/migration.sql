-- Calls by their tags. Most calls have none, and cost this index nothing.
CREATE INDEX "calls_tags_idx" ON "calls" USING GIN ("tags") WHERE "tags" <> '{}';
