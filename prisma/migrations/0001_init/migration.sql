-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "alias" TEXT,
    "email" TEXT,
    "models" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "blocked" BOOLEAN NOT NULL DEFAULT false,
    "max_budget" DECIMAL(20,9),
    "budget_duration" TEXT,
    "tpm_limit" INTEGER,
    "rpm_limit" INTEGER,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "teams" (
    "id" TEXT NOT NULL,
    "alias" TEXT,
    "organization_id" TEXT,
    "models" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "blocked" BOOLEAN NOT NULL DEFAULT false,
    "max_budget" DECIMAL(20,9),
    "budget_duration" TEXT,
    "tpm_limit" INTEGER,
    "rpm_limit" INTEGER,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "team_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'user',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("team_id","user_id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" TEXT NOT NULL,
    "alias" TEXT,
    "models" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "blocked" BOOLEAN NOT NULL DEFAULT false,
    "max_budget" DECIMAL(20,9),
    "budget_duration" TEXT,
    "tpm_limit" INTEGER,
    "rpm_limit" INTEGER,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "end_users" (
    "id" TEXT NOT NULL,
    "alias" TEXT,
    "blocked" BOOLEAN NOT NULL DEFAULT false,
    "max_budget" DECIMAL(20,9),
    "budget_duration" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "end_users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "keys" (
    "id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "alias" TEXT,
    "user_id" TEXT,
    "team_id" TEXT,
    "organization_id" TEXT,
    "models" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "allowed_routes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "blocked" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3),
    "max_budget" DECIMAL(20,9),
    "budget_duration" TEXT,
    "tpm_limit" INTEGER,
    "rpm_limit" INTEGER,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "calls" (
    "call_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "upstream_ms" INTEGER,
    "status" TEXT NOT NULL,
    "http_status" INTEGER,
    "route" TEXT NOT NULL,
    "requested_model" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "deployment" TEXT NOT NULL,
    "prompt_tokens" INTEGER NOT NULL,
    "cached_tokens" INTEGER NOT NULL,
    "completion_tokens" INTEGER NOT NULL,
    "reasoning_tokens" INTEGER NOT NULL,
    "total_tokens" INTEGER NOT NULL,
    "usage_source" TEXT NOT NULL,
    "spend" DECIMAL(20,9) NOT NULL,
    "price_state" TEXT NOT NULL,
    "price_version" TEXT,
    "key_id" TEXT,
    "user_id" TEXT,
    "team_id" TEXT,
    "organization_id" TEXT,
    "end_user_id" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "calls_pkey" PRIMARY KEY ("call_id")
);

-- CreateTable
CREATE TABLE "entity_totals" (
    "entity_type" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "spend" DECIMAL(20,9) NOT NULL,
    "calls" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "unpriced_calls" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entity_totals_pkey" PRIMARY KEY ("entity_type","entity_id")
);

-- CreateTable
CREATE TABLE "daily_totals" (
    "day" DATE NOT NULL,
    "entity_type" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "spend" DECIMAL(20,9) NOT NULL,
    "calls" BIGINT NOT NULL,
    "failed_calls" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "unpriced_calls" BIGINT NOT NULL,

    CONSTRAINT "daily_totals_pkey" PRIMARY KEY ("entity_type","day","entity_id","model","provider")
);

-- CreateTable
CREATE TABLE "config_revisions" (
    "id" SERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "comment" TEXT,
    "settings" JSONB NOT NULL,

    CONSTRAINT "config_revisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "entity_type" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "users_email_idx" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at", "id");

-- CreateIndex
CREATE INDEX "teams_organization_id_idx" ON "teams"("organization_id");

-- CreateIndex
CREATE INDEX "teams_created_at_id_idx" ON "teams"("created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "keys_hash_key" ON "keys"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "keys_alias_key" ON "keys"("alias");

-- CreateIndex
CREATE INDEX "keys_team_id_idx" ON "keys"("team_id");

-- CreateIndex
CREATE INDEX "keys_user_id_idx" ON "keys"("user_id");

-- CreateIndex
CREATE INDEX "keys_created_at_id_idx" ON "keys"("created_at", "id");

-- CreateIndex
CREATE INDEX "calls_started_at_call_id_idx" ON "calls"("started_at", "call_id");

-- CreateIndex
CREATE INDEX "calls_team_id_started_at_idx" ON "calls"("team_id", "started_at");

-- CreateIndex
CREATE INDEX "calls_user_id_started_at_idx" ON "calls"("user_id", "started_at");

-- CreateIndex
CREATE INDEX "calls_key_id_started_at_idx" ON "calls"("key_id", "started_at");

-- CreateIndex
CREATE INDEX "calls_organization_id_started_at_idx" ON "calls"("organization_id", "started_at");

-- CreateIndex
CREATE INDEX "calls_end_user_id_started_at_idx" ON "calls"("end_user_id", "started_at");

-- CreateIndex
CREATE INDEX "calls_model_started_at_idx" ON "calls"("model", "started_at");

-- CreateIndex
CREATE INDEX "daily_totals_entity_type_entity_id_day_idx" ON "daily_totals"("entity_type", "entity_id", "day");

-- CreateIndex
CREATE INDEX "audit_events_at_idx" ON "audit_events"("at");

-- CreateIndex
CREATE INDEX "audit_events_entity_type_entity_id_at_idx" ON "audit_events"("entity_type", "entity_id", "at");

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
