-- oldest-version: 0.1.0
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

-- Whoever writes decisions, in whatever version, changes the sums with them.
CREATE TRIGGER "uses_of_inserted" AFTER INSERT ON "recorded_decisions" REFERENCING NEW TABLE AS "added"
    FOR EACH STATEMENT EXECUTE FUNCTION "add_recorded_uses"();
CREATE TRIGGER "uses_of_updated" AFTER UPDATE ON "recorded_decisions" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
    FOR EACH STATEMENT EXECUTE FUNCTION "add_recorded_uses"();
CREATE TRIGGER "uses_of_deleted" AFTER DELETE ON "recorded_decisions" REFERENCING OLD TABLE AS "removed"
    FOR EACH STATEMENT EXECUTE FUNCTION "add_recorded_uses"();

-- The decisions from before. The triggers keep others from writing until the end of this transaction.
WITH "named" AS MATERIALIZED (
    SELECT "fingerprint", names_in("identity", 'roles') AS "roles", names_in("identity", 'scopes') AS "scopes" FROM "recorded_identities"
), "callers" AS MATERIALIZED (
    SELECT *, left(encode(sha256(convert_to(ROW("roles", "scopes")::text, 'UTF8')), 'hex'), 24) AS "names"
    FROM "named" WHERE "roles" <> '{}' OR "scopes" <> '{}'
), "kept" AS (
    INSERT INTO "recorded_names" ("names", "roles", "scopes") SELECT DISTINCT "names", "roles", "scopes" FROM "callers"
)
INSERT INTO "recorded_uses" ("day", "names", "route", "family", "model", "count")
SELECT "day", "names", "route", "family", "model", sum("count") FROM "recorded_decisions" JOIN "callers" USING ("fingerprint")
WHERE "outcome" = 'allow' GROUP BY 1, 2, 3, 4, 5;
