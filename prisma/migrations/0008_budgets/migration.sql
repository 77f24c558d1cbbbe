-- AlterTable
ALTER TABLE "end_users" ADD COLUMN     "max_parallel_requests" INTEGER,
ADD COLUMN     "rpm_limit" INTEGER,
ADD COLUMN     "soft_budget" DECIMAL(20,9),
ADD COLUMN     "tpm_limit" INTEGER;

-- AlterTable
ALTER TABLE "keys" ADD COLUMN     "max_parallel_requests" INTEGER,
ADD COLUMN     "model_rpm_limit" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "model_tpm_limit" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "soft_budget" DECIMAL(20,9);

-- AlterTable
ALTER TABLE "memberships" ADD COLUMN     "budget_duration" TEXT,
ADD COLUMN     "max_budget" DECIMAL(20,9),
ADD COLUMN     "rpm_limit" INTEGER,
ADD COLUMN     "tpm_limit" INTEGER;

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "max_parallel_requests" INTEGER,
ADD COLUMN     "soft_budget" DECIMAL(20,9);

-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "max_parallel_requests" INTEGER,
ADD COLUMN     "model_rpm_limit" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "model_tpm_limit" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "soft_budget" DECIMAL(20,9);

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "max_parallel_requests" INTEGER,
ADD COLUMN     "soft_budget" DECIMAL(20,9);

-- Models get totals of their own, by the name that callers ask for: those of the calls that are booked already.
INSERT INTO "entity_totals" ("entity_type", "entity_id", "spend", "calls", "prompt_tokens", "completion_tokens", "unpriced_calls")
SELECT 'model', requested_model, sum(spend), count(*), sum(prompt_tokens), sum(completion_tokens), count(*) FILTER (WHERE price_state = 'unpriced')
FROM "calls" GROUP BY requested_model;

INSERT INTO "daily_totals" ("day", "entity_type", "entity_id", "model", "provider", "spend", "calls", "failed_calls", "prompt_tokens", "completion_tokens", "unpriced_calls")
SELECT (started_at AT TIME ZONE 'UTC')::date, 'model', requested_model, model, provider, sum(spend), count(*), count(*) FILTER (WHERE status IN ('error', 'interrupted')),
  sum(prompt_tokens), sum(completion_tokens), count(*) FILTER (WHERE price_state = 'unpriced')
FROM "calls" GROUP BY 1, requested_model, model, provider;
