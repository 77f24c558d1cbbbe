-- oldest-version: 0.1.0

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
    "max_parallel_requests" INTEGER,
    "soft_budget" DECIMAL(20,9),
    "role" TEXT,
    "object_permission" JSONB,
    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "users_email_idx" ON "users"("email");
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at", "id");

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
    "max_parallel_requests" INTEGER,
    "model_rpm_limit" JSONB NOT NULL DEFAULT '{}',
    "model_tpm_limit" JSONB NOT NULL DEFAULT '{}',
    "soft_budget" DECIMAL(20,9),
    "object_permission" JSONB,
    "hosted_tools" JSONB,
    "log_content" BOOLEAN NOT NULL DEFAULT false,
    "content_retention_days" INTEGER,
    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "teams_organization_id_idx" ON "teams"("organization_id");
CREATE INDEX "teams_created_at_id_idx" ON "teams"("created_at", "id");

-- Groups of tokens may name teams by alias. A hash index takes aliases of any length.
CREATE INDEX "teams_alias_idx" ON "teams" USING HASH ("alias");

CREATE TABLE "memberships" (
    "team_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'user',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "budget_duration" TEXT,
    "max_budget" DECIMAL(20,9),
    "rpm_limit" INTEGER,
    "tpm_limit" INTEGER,
    CONSTRAINT "memberships_pkey" PRIMARY KEY ("team_id", "user_id")
);
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
    "max_parallel_requests" INTEGER,
    "soft_budget" DECIMAL(20,9),
    "object_permission" JSONB,
    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "organizations_created_at_id_idx" ON "organizations"("created_at", "id");

CREATE TABLE "end_users" (
    "id" TEXT NOT NULL,
    "alias" TEXT,
    "blocked" BOOLEAN NOT NULL DEFAULT false,
    "max_budget" DECIMAL(20,9),
    "budget_duration" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "max_parallel_requests" INTEGER,
    "rpm_limit" INTEGER,
    "soft_budget" DECIMAL(20,9),
    "tpm_limit" INTEGER,
    "object_permission" JSONB,
    CONSTRAINT "end_users_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "end_users_created_at_id_idx" ON "end_users"("created_at", "id");

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
    "max_parallel_requests" INTEGER,
    "model_rpm_limit" JSONB NOT NULL DEFAULT '{}',
    "model_tpm_limit" JSONB NOT NULL DEFAULT '{}',
    "soft_budget" DECIMAL(20,9),
    "maker" JSONB,
    "object_permission" JSONB,
    "hosted_tools" JSONB,
    "log_content" BOOLEAN NOT NULL DEFAULT false,
    "content_retention_days" INTEGER,
    CONSTRAINT "keys_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "keys_hash_key" ON "keys"("hash");
-- Only among the keys of one owner: otherwise whoever makes keys learns which aliases others have, and can take them.
CREATE UNIQUE INDEX "keys_alias_key" ON "keys"("alias", COALESCE("team_id", ''), COALESCE("user_id", ''));
CREATE INDEX "keys_team_id_idx" ON "keys"("team_id");
CREATE INDEX "keys_user_id_idx" ON "keys"("user_id");
CREATE INDEX "keys_expires_at_idx" ON "keys"("expires_at");
CREATE INDEX "keys_created_at_id_idx" ON "keys"("created_at", "id");
CREATE INDEX "keys_organization_id_idx" ON "keys"("organization_id");

CREATE TABLE "retired_secrets" (
    "hash" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "retired_secrets_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "retired_secrets_key_id_idx" ON "retired_secrets"("key_id");
ALTER TABLE "retired_secrets" ADD CONSTRAINT "retired_secrets_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "mcp_servers" (
    "id" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "sealed" TEXT,
    "hints" JSONB NOT NULL DEFAULT '{}',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "mcp_servers_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "mcp_tools" (
    "server" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT,
    "definition" JSONB,
    "approved_by" TEXT,
    "approved_at" TIMESTAMPTZ(3),
    "seen_hash" TEXT NOT NULL,
    "seen_definition" JSONB NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "mcp_tools_pkey" PRIMARY KEY ("server","name")
);
CREATE TABLE "tool_connections" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "issued_for" TEXT NOT NULL,
    "sealed" TEXT,
    "has_refresh" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "issued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_at" TIMESTAMPTZ(3),
    "connected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "refused_at" TIMESTAMPTZ(3),
    "held_by" TEXT,
    "held_until" TIMESTAMPTZ(3),
    CONSTRAINT "tool_connections_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "tool_connections_user_id_server_key" ON "tool_connections"("user_id", "server");
CREATE INDEX "tool_connections_server_idx" ON "tool_connections"("server");
CREATE TABLE "tool_sign_ins" (
    "id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "tool_sign_ins_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "tool_sign_ins_user_id_idx" ON "tool_sign_ins"("user_id");
CREATE INDEX "tool_sign_ins_expires_at_idx" ON "tool_sign_ins"("expires_at");
CREATE TABLE "spent_codes" (
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "spent_codes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "spent_codes_expires_at_idx" ON "spent_codes"("expires_at");
CREATE TABLE "models" (
    "id" TEXT NOT NULL,
    "model_name" TEXT NOT NULL,
    "params" JSONB NOT NULL,
    "info" JSONB NOT NULL,
    "sealed" TEXT,
    "hints" JSONB NOT NULL DEFAULT '{}',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "models_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "models_created_at_id_idx" ON "models"("created_at", "id");

CREATE TABLE "credentials" (
    "id" TEXT NOT NULL,
    "values" JSONB NOT NULL,
    "info" JSONB NOT NULL,
    "sealed" TEXT,
    "hints" JSONB NOT NULL DEFAULT '{}',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "console_logins" (
    "id" TEXT NOT NULL,
    "values" JSONB NOT NULL,
    "sealed" TEXT,
    "hints" JSONB NOT NULL DEFAULT '{}',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "console_logins_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "login_trials" (
    "id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "login_trials_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "prices" (
    "id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "prices" JSONB NOT NULL,
    "effective_from" TIMESTAMPTZ(3) NOT NULL,
    "comment" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "prices_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "prices_created_at_id_idx" ON "prices"("created_at", "id");
CREATE UNIQUE INDEX "prices_provider_model_effective_from_key" ON "prices"("provider", "model", "effective_from");

CREATE TABLE "config_revisions" (
    "id" SERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "comment" TEXT,
    "settings" JSONB NOT NULL,
    CONSTRAINT "config_revisions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "revision_secrets" (
    "id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "revision_secrets_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_events" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "entity_type" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "acted_as" TEXT,
    "actor_kind" TEXT,
    "actor_issuer" TEXT,
    "actor_subject" TEXT,
    "actor_key" TEXT,
    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_events_at_idx" ON "audit_events"("at");
CREATE INDEX "audit_events_entity_type_entity_id_at_idx" ON "audit_events"("entity_type", "entity_id", "at");

CREATE TABLE "console_sessions" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "login" TEXT,
    "issuer" TEXT,
    "subject" TEXT,
    "provider_session" TEXT,
    "name" TEXT NOT NULL,
    "address" TEXT,
    "claims" TEXT,
    "access_token_unused" TEXT,
    "fingerprint" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "token_ends_at" TIMESTAMPTZ(3),
    "refreshed_at" TIMESTAMPTZ(3) NOT NULL,
    "stale_since" TIMESTAMPTZ(3),
    "attempted_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    CONSTRAINT "console_sessions_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "console_sessions_created_at_id_idx" ON "console_sessions"("created_at", "id");
CREATE INDEX "console_sessions_expires_at_idx" ON "console_sessions"("expires_at");
CREATE INDEX "console_sessions_issuer_subject_idx" ON "console_sessions"("issuer", "subject");
CREATE INDEX "console_sessions_issuer_provider_session_idx" ON "console_sessions"("issuer", "provider_session");

CREATE TABLE "used_logout_tokens" (
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "used_logout_tokens_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "used_logout_tokens_expires_at_idx" ON "used_logout_tokens"("expires_at");

CREATE TABLE "refusals" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "record" TEXT NOT NULL,
    "code" TEXT,
    "kind" TEXT,
    "principal" TEXT,
    "route" TEXT,
    "model" TEXT,
    "team_id" TEXT,
    "is_team_proven" BOOLEAN,
    "user_id" TEXT,
    "key_id" TEXT,
    "organization_id" TEXT,
    "end_user_id" TEXT,
    "issuer" TEXT,
    "request_id" TEXT,
    CONSTRAINT "refusals_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "refusals_at_id_idx" ON "refusals"("at", "id");
CREATE INDEX "refusals_code_at_id_idx" ON "refusals"("code", "at", "id");
CREATE INDEX "refusals_principal_at_id_idx" ON "refusals"("principal", "at", "id");
CREATE INDEX "refusals_route_at_id_idx" ON "refusals"("route", "at", "id");
CREATE INDEX "refusals_model_at_id_idx" ON "refusals"("model", "at", "id");
CREATE INDEX "refusals_team_id_at_id_idx" ON "refusals"("team_id", "at", "id");
CREATE INDEX "refusals_user_id_at_id_idx" ON "refusals"("user_id", "at", "id");
CREATE INDEX "refusals_key_id_at_id_idx" ON "refusals"("key_id", "at", "id");
CREATE INDEX "refusals_organization_id_at_id_idx" ON "refusals"("organization_id", "at", "id");
CREATE INDEX "refusals_end_user_id_at_id_idx" ON "refusals"("end_user_id", "at", "id");
CREATE INDEX "refusals_issuer_at_id_idx" ON "refusals"("issuer", "at", "id");
CREATE INDEX "refusals_request_id_idx" ON "refusals"("request_id");

CREATE TABLE "refusal_counts" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "examples" TEXT[],
    CONSTRAINT "refusal_counts_pkey" PRIMARY KEY ("hour", "code", "kind", "principal", "route", "model")
);

CREATE TABLE "refusal_marks" (
    "code" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "snoozed_until" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "note" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "refusal_marks_pkey" PRIMARY KEY ("code", "kind", "principal", "route", "model")
);

CREATE TABLE "access_requests" (
    "code" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "decision_id" TEXT,
    "actor" TEXT NOT NULL,
    "note" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "amount" DECIMAL(20,9),
    "decision" TEXT,
    "granted" DECIMAL(20,9),
    "answer" TEXT,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    CONSTRAINT "access_requests_pkey" PRIMARY KEY ("code", "kind", "principal", "route", "model", "person")
);
CREATE INDEX "access_requests_person_idx" ON "access_requests"("person");

CREATE TABLE "recorded_identities" (
    "fingerprint" TEXT NOT NULL,
    "identity" JSONB NOT NULL,
    "last_seen" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "recorded_identities_pkey" PRIMARY KEY ("fingerprint")
);
CREATE INDEX "recorded_identities_last_seen_idx" ON "recorded_identities"("last_seen");

CREATE TABLE "recorded_decisions" (
    "day" DATE NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "team" TEXT NOT NULL,
    "hosted_tools" TEXT NOT NULL DEFAULT '',
    "outcome" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "first_seen" TIMESTAMPTZ(3) NOT NULL,
    "last_seen" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "recorded_decisions_pkey" PRIMARY KEY ("day", "fingerprint", "method", "route", "model", "team", "hosted_tools", "outcome")
);

-- How often callers with the same roles and scopes were allowed to use a route and a model on one UTC day: the recorded
-- decisions added up, because many callers have the same roles and scopes. "names" is a digest of both.
CREATE TABLE "recorded_names" (
    "names" TEXT NOT NULL,
    "roles" TEXT[],
    "scopes" TEXT[],
    CONSTRAINT "recorded_names_pkey" PRIMARY KEY ("names")
);

CREATE TABLE "recorded_uses" (
    "day" DATE NOT NULL,
    "names" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    CONSTRAINT "recorded_uses_pkey" PRIMARY KEY ("day", "names", "route", "family", "model")
);

CREATE FUNCTION "names_in"("identity" JSONB, "kind" TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE AS $$
    SELECT ARRAY(SELECT DISTINCT "name" FROM jsonb_array_elements_text(jsonb_path_query_array("identity" -> "kind", '$[*]')) AS "name" ORDER BY 1)
$$;

-- Adds changes of counts, which stand in a table of this transaction, up by the roles and scopes of their callers.
CREATE FUNCTION "add_recorded_uses"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "counted" TEXT := 'SELECT "day", "fingerprint", "route", "family", "model", %s"count" AS "count" FROM %I WHERE "outcome" = ''allow''';
BEGIN
    -- Writers share most rows, so they take turns. Each has all its other locks by now.
    PERFORM pg_advisory_xact_lock(hashtext('recorded_uses'));
    EXECUTE 'WITH "changed" AS MATERIALIZED ('
        || CASE TG_OP
            WHEN 'INSERT' THEN format("counted", '', 'added')
            WHEN 'DELETE' THEN format("counted", '-', 'removed')
            ELSE format("counted", '', 'added') || ' UNION ALL ' || format("counted", '-', 'removed') END
        || '), "named" AS MATERIALIZED (
            SELECT "fingerprint", names_in("identity", ''roles'') AS "roles", names_in("identity", ''scopes'') AS "scopes"
            FROM "recorded_identities" WHERE "fingerprint" IN (SELECT "fingerprint" FROM "changed")
        ), "callers" AS MATERIALIZED (
            SELECT *, left(encode(sha256(convert_to(ROW("roles", "scopes")::text, ''UTF8'')), ''hex''), 24) AS "names"
            FROM "named" WHERE "roles" <> ''{}'' OR "scopes" <> ''{}''
        ), "kept" AS (
            INSERT INTO "recorded_names" ("names", "roles", "scopes") SELECT DISTINCT "names", "roles", "scopes" FROM "callers" ON CONFLICT DO NOTHING
        )
        INSERT INTO "recorded_uses" AS "known" ("day", "names", "route", "family", "model", "count")
        SELECT "day", "names", "route", "family", "model", sum("count") FROM "changed" JOIN "callers" USING ("fingerprint")
        GROUP BY 1, 2, 3, 4, 5 HAVING sum("count") <> 0
        ON CONFLICT ("day", "names", "route", "family", "model") DO UPDATE SET "count" = "known"."count" + excluded."count"';
    RETURN NULL;
END
$$;

-- Whoever writes decisions changes the sums with them.
CREATE TRIGGER "uses_of_inserted" AFTER INSERT ON "recorded_decisions" REFERENCING NEW TABLE AS "added"
    FOR EACH STATEMENT EXECUTE FUNCTION "add_recorded_uses"();
CREATE TRIGGER "uses_of_updated" AFTER UPDATE ON "recorded_decisions" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
    FOR EACH STATEMENT EXECUTE FUNCTION "add_recorded_uses"();
CREATE TRIGGER "uses_of_deleted" AFTER DELETE ON "recorded_decisions" REFERENCING OLD TABLE AS "removed"
    FOR EACH STATEMENT EXECUTE FUNCTION "add_recorded_uses"();

CREATE TABLE "claim_sightings" (
    "issuer" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "process" TEXT NOT NULL,
    "sightings" TEXT NOT NULL,
    CONSTRAINT "claim_sightings_pkey" PRIMARY KEY ("hour", "issuer", "process")
);

CREATE SEQUENCE "calls_booking_seq" AS BIGINT;

-- Calls are kept by month of their start, in UTC. The key is for once-only booking: both halves come from the intent, so a
-- call has the same wherever it is booked. "booking" is the place of a call in the order of booking.
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
    "audio_seconds" INTEGER NOT NULL DEFAULT 0,
    "cache_write_hour_tokens" INTEGER NOT NULL DEFAULT 0,
    "cache_write_tokens" INTEGER NOT NULL DEFAULT 0,
    "cached_audio_tokens" INTEGER NOT NULL DEFAULT 0,
    "characters" INTEGER NOT NULL DEFAULT 0,
    "search_units" INTEGER NOT NULL DEFAULT 0,
    "web_searches" INTEGER NOT NULL DEFAULT 0,
    "completion_audio_tokens" INTEGER NOT NULL DEFAULT 0,
    "completion_image_tokens" INTEGER NOT NULL DEFAULT 0,
    "images" INTEGER NOT NULL DEFAULT 0,
    "prompt_audio_tokens" INTEGER NOT NULL DEFAULT 0,
    "prompt_image_tokens" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "tried" JSONB NOT NULL DEFAULT '[]',
    "team_organization_id" TEXT,
    "decision_ms" INTEGER,
    "first_token_ms" INTEGER,
    "request_id" TEXT,
    "trace_id" TEXT,
    "upstream_request_id" TEXT,
    "booking" BIGINT NOT NULL DEFAULT nextval('calls_booking_seq'),
    "booked_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "issuer" TEXT,
    "session_id" TEXT,
    "mcp_server" TEXT,
    "mcp_tool" TEXT,
    "content" TEXT,
    CONSTRAINT "calls_pkey" PRIMARY KEY ("call_id", "started_at")
) PARTITION BY RANGE ("started_at");
CREATE INDEX "calls_started_at_call_id_idx" ON "calls"("started_at", "call_id");
CREATE INDEX "calls_team_id_started_at_idx" ON "calls"("team_id", "started_at");
CREATE INDEX "calls_user_id_started_at_idx" ON "calls"("user_id", "started_at");
CREATE INDEX "calls_model_started_at_idx" ON "calls"("model", "started_at");

-- What has no price yet is few among many, and asked for whenever a price is added.
CREATE INDEX "calls_unpriced_idx" ON "calls"("started_at", "call_id") WHERE "price_state" = 'unpriced';
CREATE INDEX "calls_tags_idx" ON "calls" USING GIN ("tags") WHERE "tags" <> '{}';

-- Few calls have a key, an organisation, an end user and an issuer at once; those without cost these indexes nothing.
CREATE INDEX "calls_key_id_started_at_idx" ON "calls"("key_id", "started_at") WHERE "key_id" IS NOT NULL;
CREATE INDEX "calls_organization_id_started_at_idx" ON "calls"("organization_id", "started_at") WHERE "organization_id" IS NOT NULL;
CREATE INDEX "calls_end_user_id_started_at_idx" ON "calls"("end_user_id", "started_at") WHERE "end_user_id" IS NOT NULL;
CREATE INDEX "calls_team_organization_id_started_at_idx" ON "calls"("team_organization_id", "started_at") WHERE "team_organization_id" IS NOT NULL;

-- Not hashed: a caller may give all calls the same id. This one leaves out the ids that the gateway gave, because they are
-- those of the primary key.
CREATE INDEX "calls_request_id_idx" ON "calls"("request_id") WHERE "request_id" <> "call_id";
CREATE INDEX "calls_upstream_request_id_idx" ON "calls"("upstream_request_id") WHERE "upstream_request_id" IS NOT NULL;
CREATE INDEX "calls_trace_id_idx" ON "calls"("trace_id") WHERE "trace_id" IS NOT NULL;
CREATE INDEX "calls_session_id_started_at_idx" ON "calls"("session_id", "started_at") WHERE "session_id" IS NOT NULL;
CREATE INDEX "calls_mcp_server_started_at_idx" ON "calls"("mcp_server", "started_at") WHERE "mcp_server" IS NOT NULL;
CREATE INDEX "calls_mcp_tool_started_at_idx" ON "calls"("mcp_tool", "started_at") WHERE "mcp_tool" IS NOT NULL;
CREATE INDEX "calls_booking_idx" ON "calls"("booking") WHERE "booking" > 0;
CREATE INDEX "calls_deployment_started_at_idx" ON "calls"("deployment", "started_at");
CREATE INDEX "calls_provider_started_at_idx" ON "calls"("provider", "started_at");
CREATE INDEX "calls_route_started_at_idx" ON "calls"("route", "started_at");
CREATE INDEX "calls_requested_model_started_at_idx" ON "calls"("requested_model", "started_at");
CREATE INDEX "calls_status_started_at_idx" ON "calls"("status", "started_at") WHERE "status" <> 'success';
CREATE INDEX "calls_spend_started_at_idx" ON "calls"("spend", "started_at");
CREATE INDEX "calls_total_tokens_started_at_idx" ON "calls"("total_tokens", "started_at");
CREATE INDEX "calls_duration_ms_started_at_idx" ON "calls"("duration_ms", "started_at");
CREATE INDEX "calls_issuer_started_at_idx" ON "calls"("issuer", "started_at") WHERE "issuer" IS NOT NULL;
ALTER SEQUENCE "calls_booking_seq" OWNED BY "calls"."booking";

-- Calls of earlier months, this month and the next two; the gateway makes those that follow.
DO $$
DECLARE
    month TIMESTAMP := date_trunc('month', now() AT TIME ZONE 'UTC');
    name TEXT;
BEGIN
    FOR ahead IN -1..2 LOOP
        name := CASE WHEN ahead < 0 THEN 'calls_first' ELSE 'calls_' || to_char(month + ahead * interval '1 month', 'YYYY_MM') END;
        EXECUTE format('CREATE TABLE %I (LIKE "calls" INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)', name);
        EXECUTE format('ALTER TABLE "calls" ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%L)', name,
            CASE WHEN ahead < 0 THEN 'MINVALUE' ELSE quote_literal((month + ahead * interval '1 month') AT TIME ZONE 'UTC') END,
            (month + (ahead + 1) * interval '1 month') AT TIME ZONE 'UTC');
    END LOOP;
END
$$;

-- A finished call on its way into the database: reading it from this costs half of reading it from JSON. Once released, the
-- type is never changed: a version that writes other columns brings a type of its own, beside which older processes go on.
CREATE TYPE "call_row" AS (
    "call_id" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "route" TEXT,
    "requested_model" TEXT,
    "key_id" TEXT,
    "user_id" TEXT,
    "team_id" TEXT,
    "organization_id" TEXT,
    "end_user_id" TEXT,
    "tags" TEXT[],
    "team_organization_id" TEXT,
    "request_id" TEXT,
    "trace_id" TEXT,
    "decision_ms" INTEGER,
    "issuer" TEXT,
    "session_id" TEXT,
    "mcp_server" TEXT,
    "mcp_tool" TEXT,
    "content" TEXT,
    "end_user_signed" BOOLEAN,
    "duration_ms" INTEGER,
    "upstream_ms" INTEGER,
    "status" TEXT,
    "http_status" INTEGER,
    "model" TEXT,
    "provider" TEXT,
    "deployment" TEXT,
    "attempts" INTEGER,
    "prompt_tokens" INTEGER,
    "cached_tokens" INTEGER,
    "cache_write_tokens" INTEGER,
    "cache_write_hour_tokens" INTEGER,
    "prompt_audio_tokens" INTEGER,
    "cached_audio_tokens" INTEGER,
    "prompt_image_tokens" INTEGER,
    "completion_tokens" INTEGER,
    "reasoning_tokens" INTEGER,
    "completion_audio_tokens" INTEGER,
    "completion_image_tokens" INTEGER,
    "images" INTEGER,
    "audio_seconds" INTEGER,
    "characters" INTEGER,
    "search_units" INTEGER,
    "web_searches" INTEGER,
    "total_tokens" INTEGER,
    "usage_source" TEXT,
    "spend" DECIMAL(20,9),
    "price_state" TEXT,
    "price_version" TEXT,
    "tried" JSONB,
    "upstream_request_id" TEXT,
    "first_token_ms" INTEGER
);

CREATE TABLE "call_retention" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "pruned_before" DATE NOT NULL,
    CONSTRAINT "call_retention_pkey" PRIMARY KEY ("id")
);

-- Who reads the calls in the order of booking, and how far each has come.
CREATE TABLE "call_cursors" (
    "name" TEXT NOT NULL,
    "booking" BIGINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "call_id" TEXT NOT NULL,
    "calls" BIGINT NOT NULL DEFAULT 0,
    "batch_booking" BIGINT,
    "batch_started_at" TIMESTAMPTZ(3),
    "batch_call_id" TEXT,
    "batch_epoch" TEXT,
    "holder" TEXT,
    "held_until" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "last_error_at" TIMESTAMPTZ(3),
    "retry_at" TIMESTAMPTZ(3),
    "last_sent_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "complete_from" DATE,
    "sent_booked_at" TIMESTAMPTZ(3),
    CONSTRAINT "call_cursors_pkey" PRIMARY KEY ("name")
);

-- What a re-priced call cost before, at the place that it had then: a cursor that reads a range again finds there what it
-- found the first time.
CREATE TABLE "superseded_prices" (
    "call_id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "booking" BIGINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "booked_at" TIMESTAMPTZ(3),
    "spend" DECIMAL(20,9) NOT NULL,
    "price_state" TEXT NOT NULL,
    "price_version" TEXT,
    CONSTRAINT "superseded_prices_pkey" PRIMARY KEY ("call_id", "revision")
);
CREATE INDEX "superseded_prices_booking_started_at_call_id_idx" ON "superseded_prices"("booking", "started_at", "call_id");

-- Announces the numbers that a statement is about to draw. Numbers are drawn in order, and transactions commit in
-- another, so a reader must know which numbers may still appear. Before its first row, each statement therefore takes an
-- advisory lock whose key contains the last number that was drawn by then: its own numbers are higher. The lock lasts
-- until its rows can be seen. lib/store/cursors/booking-order.ts reads the locks and says why that is enough. The lock is
-- shared and nobody takes it alone, so nobody ever waits for it.
CREATE FUNCTION "announce_bookings"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    drawn BIGINT;
BEGIN
    SELECT last_value - (NOT is_called)::int INTO drawn FROM calls_booking_seq;
    PERFORM pg_advisory_xact_lock_shared(((16384 | (TG_RELID::bigint & 16383)) << 48) | drawn);
    RETURN NULL;
END
$$;
CREATE TRIGGER "announce_bookings" BEFORE INSERT OR UPDATE OF "spend", "price_state", "price_version" ON "calls"
    FOR EACH STATEMENT EXECUTE FUNCTION "announce_bookings"();

-- A call with a new price is booked again, with a higher revision, whoever changes it.
CREATE FUNCTION "book_new_price"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT FROM call_cursors) THEN
        INSERT INTO superseded_prices (call_id, revision, booking, started_at, booked_at, spend, price_state, price_version)
        VALUES (OLD.call_id, OLD.revision, OLD.booking, OLD.started_at, OLD.booked_at, OLD.spend, OLD.price_state, OLD.price_version);
    END IF;
    NEW.booking := nextval('calls_booking_seq');
    NEW.booked_at := CURRENT_TIMESTAMP;
    NEW.revision := OLD.revision + 1;
    RETURN NEW;
END
$$;
CREATE TRIGGER "book_new_price" BEFORE UPDATE OF "spend", "price_state", "price_version" ON "calls"
    FOR EACH ROW WHEN ((OLD."spend", OLD."price_state", OLD."price_version") IS DISTINCT FROM (NEW."spend", NEW."price_state", NEW."price_version"))
    EXECUTE FUNCTION "book_new_price"();

-- Tells one life of this database from the next: a restored backup draws numbers again that were already used.
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "epoch" TEXT NOT NULL,
    "cluster" TEXT,
    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "new_name_counts" (
    "day" DATE NOT NULL,
    "payer" TEXT NOT NULL,
    "names" INTEGER NOT NULL,
    "admitted" INTEGER NOT NULL,
    CONSTRAINT "new_name_counts_pkey" PRIMARY KEY ("day", "payer")
);

-- "number" is the short name of an entity in figures.
CREATE TABLE "entity_totals" (
    "entity_type" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "spend" DECIMAL(20,9) NOT NULL,
    "calls" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "unpriced_calls" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "number" INTEGER,
    CONSTRAINT "entity_totals_pkey" PRIMARY KEY ("entity_type", "entity_id")
);
CREATE UNIQUE INDEX "entity_totals_number_idx" ON "entity_totals"("number") WHERE "number" IS NOT NULL;
CREATE SEQUENCE "entity_totals_number_seq" AS INTEGER OWNED BY "entity_totals"."number";

-- Totals that most calls share. Each process books them under one of a few shards, so that the processes do not wait for
-- each other's rows. The total of an entity is the sum of its shards and of its row in "entity_totals".
CREATE TABLE "shared_totals" (
    "entity_type" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "number" INTEGER NOT NULL,
    "spend" DECIMAL(20,9) NOT NULL,
    "calls" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "unpriced_calls" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "shared_totals_pkey" PRIMARY KEY ("entity_type", "entity_id", "shard")
);
CREATE UNIQUE INDEX "shared_totals_number_key" ON "shared_totals"("number");

-- The short name of a provider and its model.
CREATE TABLE "served_models" (
    "number" SERIAL NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    CONSTRAINT "served_models_pkey" PRIMARY KEY ("number")
);
CREATE UNIQUE INDEX "served_models_provider_model_key" ON "served_models"("provider", "model");

-- Amounts are nano-dollars. "hour" and "day" count from the epoch. The columns are in the order of their sizes, which
-- wastes no bytes between them. "kind" is a code of lib/store/spend/figure-kinds.ts. Partitions are made by the gateway,
-- one for each kind and month (hours) or year (days).
CREATE TABLE "hourly_figures" (
    "spend" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "entity" INTEGER NOT NULL,
    "hour" INTEGER NOT NULL,
    "served" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "failed_calls" INTEGER NOT NULL,
    "unpriced_calls" INTEGER NOT NULL,
    "kind" SMALLINT NOT NULL,
    CONSTRAINT "hourly_figures_pkey" PRIMARY KEY ("kind", "entity", "hour", "served")
) PARTITION BY RANGE ("kind", "hour");

CREATE TABLE "daily_figures" (
    "spend" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "entity" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "served" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "failed_calls" INTEGER NOT NULL,
    "unpriced_calls" INTEGER NOT NULL,
    "kind" SMALLINT NOT NULL,
    CONSTRAINT "daily_figures_pkey" PRIMARY KEY ("kind", "entity", "day", "served")
) PARTITION BY RANGE ("kind", "day");

-- The figures of spans of days that are over, summed up once, so that reports by payer need not add up every hour again.
-- "day" is the first of "days" of them, since the epoch. lib/store/spend/summed-spans.ts has the spans.
CREATE TABLE "span_figures" (
    "spend" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "entity" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "days" SMALLINT NOT NULL,
    "calls" INTEGER NOT NULL,
    "failed_calls" INTEGER NOT NULL,
    "unpriced_calls" INTEGER NOT NULL,
    "kind" SMALLINT NOT NULL,
    CONSTRAINT "span_figures_pkey" PRIMARY KEY ("kind", "days", "day", "entity")
) PARTITION BY LIST ("kind");
CREATE TABLE "span_figures_key" PARTITION OF "span_figures" FOR VALUES IN (1);
CREATE TABLE "span_figures_user" PARTITION OF "span_figures" FOR VALUES IN (2);
CREATE TABLE "span_figures_team" PARTITION OF "span_figures" FOR VALUES IN (3);
CREATE TABLE "span_figures_organization" PARTITION OF "span_figures" FOR VALUES IN (4);
CREATE TABLE "span_figures_end_user" PARTITION OF "span_figures" FOR VALUES IN (5);
CREATE TABLE "span_figures_member" PARTITION OF "span_figures" FOR VALUES IN (6);
CREATE TABLE "span_figures_tag" PARTITION OF "span_figures" FOR VALUES IN (8);

-- Spans are summed up under their mark. Whoever changes their figures afterwards takes the mark away.
CREATE TABLE "summed_spans" (
    "days" SMALLINT NOT NULL,
    "day" INTEGER NOT NULL,
    "is_whole" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "summed_spans_pkey" PRIMARY KEY ("days", "day")
);

CREATE FUNCTION "unmark_spans_of_hours"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "summed_spans" AS "mark" USING (SELECT DISTINCT "hour" / 24 AS "day" FROM "changed") AS "touched"
    WHERE "touched"."day" >= "mark"."day" AND "touched"."day" < "mark"."day" + "mark"."days";
    RETURN NULL;
END
$$;
CREATE TRIGGER "unmark_spans_inserted" AFTER INSERT ON "hourly_figures" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "unmark_spans_of_hours"();
CREATE TRIGGER "unmark_spans_updated" AFTER UPDATE ON "hourly_figures" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "unmark_spans_of_hours"();
CREATE TRIGGER "unmark_spans_deleted" AFTER DELETE ON "hourly_figures" REFERENCING OLD TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "unmark_spans_of_hours"();

CREATE FUNCTION "unmark_spans_of_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "summed_spans" AS "mark" USING (SELECT DISTINCT "day" FROM "changed") AS "touched"
    WHERE "touched"."day" >= "mark"."day" AND "touched"."day" < "mark"."day" + "mark"."days";
    RETURN NULL;
END
$$;
CREATE TRIGGER "unmark_spans_inserted" AFTER INSERT ON "daily_figures" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "unmark_spans_of_days"();
CREATE TRIGGER "unmark_spans_updated" AFTER UPDATE ON "daily_figures" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "unmark_spans_of_days"();
CREATE TRIGGER "unmark_spans_deleted" AFTER DELETE ON "daily_figures" REFERENCING OLD TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "unmark_spans_of_days"();

-- The sum of whole numbers as one, where PostgreSQL's own "sum" makes a decimal number of it. Reports that group millions
-- of figures take a quarter less time. A sum beyond 2^63 (9 billion dollars in nano-dollars) is refused, never wrong.
CREATE AGGREGATE "whole_sum"(BIGINT) (SFUNC = int8pl, STYPE = BIGINT, COMBINEFUNC = int8pl, PARALLEL = SAFE);

CREATE TABLE "budget_shares" (
    "entity_type" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "budget_duration" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "window_end" TIMESTAMPTZ(3),
    "holder" TEXT NOT NULL,
    "amount" DECIMAL(20,9) NOT NULL,
    "idle" DECIMAL(20,9) NOT NULL,
    "wanted" DECIMAL(20,9) NOT NULL,
    "renewed_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "budget_shares_pkey" PRIMARY KEY ("entity_type", "entity_id", "budget_duration", "window_start", "holder")
);
CREATE INDEX "budget_shares_holder_idx" ON "budget_shares"("holder");

CREATE TABLE "budget_notices" (
    "entity_type" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "budget_duration" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "window_end" TIMESTAMPTZ(3),
    "threshold" TEXT NOT NULL,
    "budget" DECIMAL(20,9) NOT NULL,
    "spent" DECIMAL(20,9) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "alerted_at" TIMESTAMPTZ(3),
    CONSTRAINT "budget_notices_pkey" PRIMARY KEY ("entity_type", "entity_id", "budget_duration", "window_start", "threshold", "budget")
);
CREATE INDEX "budget_notices_at_idx" ON "budget_notices"("at");
CREATE INDEX "budget_notices_alerted_at_idx" ON "budget_notices"("alerted_at");

-- What ended in one minute at one deployment of a node, by outcome. Kept for 48 hours.
CREATE TABLE "traffic_minutes" (
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "node" TEXT NOT NULL,
    "deployment" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "latency" INTEGER[],
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "traffic_minutes_pkey" PRIMARY KEY ("minute", "deployment", "outcome", "node")
);
CREATE INDEX "traffic_minutes_deployment_minute_idx" ON "traffic_minutes"("deployment", "minute");
-- Minutes with failures are few, and the timeline asks for these alone.
CREATE INDEX "traffic_minutes_failures_idx" ON "traffic_minutes"("minute") WHERE "outcome" IN ('failed', 'retried');

-- Who owns what an upstream keeps of answers: responses, their items, conversations; lib/spend/kept-answers.ts.
CREATE TABLE "kept_answers" (
    "id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "deployment" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "kept_answers_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "kept_answers_expires_at_idx" ON "kept_answers"("expires_at");

-- What was asked and answered in calls whose team or key opted in; lib/content. A partition holds what is dropped on one
-- UTC day. What is stored does not shrink further, so nothing tries to.
CREATE TABLE "call_contents" (
    "call_id" TEXT NOT NULL,
    "expires_on" DATE NOT NULL,
    "kept_at" TIMESTAMPTZ(3) NOT NULL,
    "key_id" TEXT,
    "team_id" TEXT,
    "user_id" TEXT,
    "end_user_id" TEXT,
    "sealed" TEXT NOT NULL,
    CONSTRAINT "call_contents_pkey" PRIMARY KEY ("call_id", "expires_on")
) PARTITION BY RANGE ("expires_on");
ALTER TABLE "call_contents" ALTER COLUMN "sealed" SET STORAGE EXTERNAL;
CREATE INDEX "call_contents_key_id_idx" ON "call_contents"("key_id");
CREATE INDEX "call_contents_team_id_idx" ON "call_contents"("team_id");
CREATE INDEX "call_contents_user_id_idx" ON "call_contents"("user_id");
CREATE INDEX "call_contents_end_user_id_idx" ON "call_contents"("end_user_id");
CREATE INDEX "call_contents_kept_at_idx" ON "call_contents"("kept_at");

-- The content of calls goes with whoever made them, whichever way they are deleted.
CREATE FUNCTION "delete_contents"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    EXECUTE format('DELETE FROM call_contents WHERE %I IN (SELECT id FROM gone)', TG_ARGV[0]);
    RETURN NULL;
END $$;
CREATE TRIGGER "contents_of_team" AFTER DELETE ON "teams" REFERENCING OLD TABLE AS "gone"
    FOR EACH STATEMENT EXECUTE FUNCTION "delete_contents"('team_id');
CREATE TRIGGER "contents_of_key" AFTER DELETE ON "keys" REFERENCING OLD TABLE AS "gone"
    FOR EACH STATEMENT EXECUTE FUNCTION "delete_contents"('key_id');
CREATE TRIGGER "contents_of_user" AFTER DELETE ON "users" REFERENCING OLD TABLE AS "gone"
    FOR EACH STATEMENT EXECUTE FUNCTION "delete_contents"('user_id');
CREATE TRIGGER "contents_of_end_user" AFTER DELETE ON "end_users" REFERENCING OLD TABLE AS "gone"
    FOR EACH STATEMENT EXECUTE FUNCTION "delete_contents"('end_user_id');

-- When a deployment was on cooldown on a node, and why. Kept for 48 hours; lib/observe/minutes.
CREATE TABLE "deployment_cooldowns" (
    "deployment" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    CONSTRAINT "deployment_cooldowns_pkey" PRIMARY KEY ("deployment", "model", "node", "began_at")
);
CREATE INDEX "deployment_cooldowns_until_idx" ON "deployment_cooldowns"("until");

CREATE TABLE "alerts" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "level" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "open_key" TEXT,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "message" TEXT NOT NULL,
    "resolution" TEXT,
    "facts" JSONB NOT NULL,
    "memo" JSONB NOT NULL DEFAULT '{}',
    "told_at" TIMESTAMPTZ(3),
    "silence_id" TEXT,
    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "alerts_open_key_key" ON "alerts"("open_key");
CREATE INDEX "alerts_opened_at_id_idx" ON "alerts"("opened_at", "id");

CREATE TABLE "alert_channels" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "is_signed" BOOLEAN NOT NULL DEFAULT false,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "alert_channels_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "alert_rules" (
    "id" TEXT NOT NULL,
    "values" JSONB NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "alert_rules_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "dashboards" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "personal" BOOLEAN NOT NULL,
    "hours" INTEGER NOT NULL,
    "panels" JSONB NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "dashboards_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "alert_silences" (
    "id" TEXT NOT NULL,
    "type" TEXT,
    "subject" TEXT,
    "reason" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "ended_by" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "alert_silences_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "alert_deliveries" (
    "message_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "message" JSONB NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    CONSTRAINT "alert_deliveries_pkey" PRIMARY KEY ("message_id", "channel")
);
CREATE INDEX "alert_deliveries_state_next_at_idx" ON "alert_deliveries"("state", "next_at");
CREATE INDEX "alert_deliveries_created_at_idx" ON "alert_deliveries"("created_at");

CREATE TABLE "alert_signals" (
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "process" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "alert_signals_pkey" PRIMARY KEY ("kind", "subject", "process")
);

CREATE TABLE "webhook_secrets" (
    "id" TEXT NOT NULL DEFAULT 'generated',
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "copied_at" TIMESTAMPTZ(3),
    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "signing_keys" (
    "id" TEXT NOT NULL,
    "public_key" JSONB NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),
    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "change_requests" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "notice" TEXT NOT NULL,
    CONSTRAINT "change_requests_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "change_requests_at_idx" ON "change_requests"("at");

CREATE TABLE "nodes" (
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "key_ids" TEXT[],
    "sealed" TEXT NOT NULL,
    "clock_ahead_ms" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "nodes_pkey" PRIMARY KEY ("name")
);
CREATE INDEX "nodes_seen_at_idx" ON "nodes"("seen_at");

CREATE TABLE "known_values" (
    "id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    CONSTRAINT "known_values_pkey" PRIMARY KEY ("id")
);

-- The oldest version of the gateway that may run on the database after each migration, so that an older version knows
-- whether it may go on beside a newer schema. The migrator fills it from the comment that each migration begins with.
CREATE TABLE "schema_marks" (
    "migration" TEXT NOT NULL,
    "oldest_version" TEXT NOT NULL,
    CONSTRAINT "schema_marks_pkey" PRIMARY KEY ("migration")
);
