-- AlterTable
ALTER TABLE "calls" ADD COLUMN     "audio_seconds" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "cache_write_hour_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "cache_write_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "cached_audio_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "characters" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "completion_audio_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "completion_image_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "images" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "prompt_audio_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "prompt_image_tokens" INTEGER NOT NULL DEFAULT 0;

-- Tags and members of teams get totals of their own: those of the calls that are booked already.
INSERT INTO "entity_totals" ("entity_type", "entity_id", "spend", "calls", "prompt_tokens", "completion_tokens", "unpriced_calls")
SELECT entity.type, entity.id, sum(spend), count(*), sum(prompt_tokens), sum(completion_tokens), count(*) FILTER (WHERE price_state = 'unpriced')
FROM "calls" CROSS JOIN LATERAL (
  SELECT 'member' AS type, replace(replace(team_id, '~', '~0'), '/', '~1') || '/' || user_id AS id WHERE team_id IS NOT NULL AND user_id IS NOT NULL
  UNION ALL SELECT DISTINCT 'tag', tag FROM unnest(tags) AS tag) AS entity
GROUP BY entity.type, entity.id;

INSERT INTO "daily_totals" ("day", "entity_type", "entity_id", "model", "provider", "spend", "calls", "failed_calls", "prompt_tokens", "completion_tokens", "unpriced_calls")
SELECT (started_at AT TIME ZONE 'UTC')::date, entity.type, entity.id, model, provider, sum(spend), count(*), count(*) FILTER (WHERE status IN ('error', 'interrupted')),
  sum(prompt_tokens), sum(completion_tokens), count(*) FILTER (WHERE price_state = 'unpriced')
FROM "calls" CROSS JOIN LATERAL (
  SELECT 'member' AS type, replace(replace(team_id, '~', '~0'), '/', '~1') || '/' || user_id AS id WHERE team_id IS NOT NULL AND user_id IS NOT NULL
  UNION ALL SELECT DISTINCT 'tag', tag FROM unnest(tags) AS tag) AS entity
GROUP BY 1, 2, 3, 4, 5;
