-- oldest-version: 0.1.0
-- The figures of single weeks and of four weeks that are over, summed up once, so that reports by payer need not add up every
-- hour again. "week" is the first of "weeks" of them.
CREATE TABLE "weekly_figures" (
    "spend" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "entity" INTEGER NOT NULL,
    "week" INTEGER NOT NULL,
    "weeks" SMALLINT NOT NULL,
    "calls" INTEGER NOT NULL,
    "failed_calls" INTEGER NOT NULL,
    "unpriced_calls" INTEGER NOT NULL,
    "kind" SMALLINT NOT NULL,

    CONSTRAINT "weekly_figures_pkey" PRIMARY KEY ("kind", "weeks", "week", "entity")
) PARTITION BY LIST ("kind");
CREATE TABLE "weekly_figures_key" PARTITION OF "weekly_figures" FOR VALUES IN (1);
CREATE TABLE "weekly_figures_user" PARTITION OF "weekly_figures" FOR VALUES IN (2);
CREATE TABLE "weekly_figures_team" PARTITION OF "weekly_figures" FOR VALUES IN (3);
CREATE TABLE "weekly_figures_organization" PARTITION OF "weekly_figures" FOR VALUES IN (4);
CREATE TABLE "weekly_figures_end_user" PARTITION OF "weekly_figures" FOR VALUES IN (5);
CREATE TABLE "weekly_figures_member" PARTITION OF "weekly_figures" FOR VALUES IN (6);
CREATE TABLE "weekly_figures_tag" PARTITION OF "weekly_figures" FOR VALUES IN (8);

-- Weeks are summed up under their mark. Whoever changes their figures afterwards, in whatever version, takes the mark away.
CREATE TABLE "summed_weeks" (
    "weeks" SMALLINT NOT NULL,
    "week" INTEGER NOT NULL,
    "is_whole" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "summed_weeks_pkey" PRIMARY KEY ("weeks", "week")
);

CREATE FUNCTION "unmark_weeks_of_hours"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "summed_weeks" AS "mark" USING (SELECT DISTINCT "hour" / 168 AS "week" FROM "changed") AS "touched"
    WHERE "mark"."week" = "touched"."week" - "touched"."week" % "mark"."weeks";
    RETURN NULL;
END
$$;
CREATE TRIGGER "unmark_weeks_inserted" AFTER INSERT ON "hourly_figures" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "unmark_weeks_of_hours"();
CREATE TRIGGER "unmark_weeks_updated" AFTER UPDATE ON "hourly_figures" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "unmark_weeks_of_hours"();
CREATE TRIGGER "unmark_weeks_deleted" AFTER DELETE ON "hourly_figures" REFERENCING OLD TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "unmark_weeks_of_hours"();

CREATE FUNCTION "unmark_weeks_of_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "summed_weeks" AS "mark" USING (SELECT DISTINCT "day" / 7 AS "week" FROM "changed") AS "touched"
    WHERE "mark"."week" = "touched"."week" - "touched"."week" % "mark"."weeks";
    RETURN NULL;
END
$$;
CREATE TRIGGER "unmark_weeks_inserted" AFTER INSERT ON "daily_figures" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "unmark_weeks_of_days"();
CREATE TRIGGER "unmark_weeks_updated" AFTER UPDATE ON "daily_figures" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "unmark_weeks_of_days"();
CREATE TRIGGER "unmark_weeks_deleted" AFTER DELETE ON "daily_figures" REFERENCING OLD TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "unmark_weeks_of_days"();
