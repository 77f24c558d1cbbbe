-- oldest-version: 0.1.0
-- What recorded denials are listed by. Denials from before have none of it: they are found by their id, and listed where
-- nothing but their time is asked for.
ALTER TABLE "denials" ADD COLUMN "code" TEXT,
ADD COLUMN "kind" TEXT,
ADD COLUMN "principal" TEXT,
ADD COLUMN "route" TEXT,
ADD COLUMN "model" TEXT,
ADD COLUMN "team_id" TEXT,
ADD COLUMN "is_team_proven" BOOLEAN,
ADD COLUMN "user_id" TEXT,
ADD COLUMN "key_id" TEXT,
ADD COLUMN "organization_id" TEXT,
ADD COLUMN "end_user_id" TEXT,
ADD COLUMN "issuer" TEXT,
ADD COLUMN "request_id" TEXT;

DROP INDEX "denials_at_idx";
CREATE INDEX "denials_at_id_idx" ON "denials"("at", "id");
CREATE INDEX "denials_code_at_id_idx" ON "denials"("code", "at", "id");
CREATE INDEX "denials_principal_at_id_idx" ON "denials"("principal", "at", "id");
CREATE INDEX "denials_route_at_id_idx" ON "denials"("route", "at", "id");
CREATE INDEX "denials_model_at_id_idx" ON "denials"("model", "at", "id");
CREATE INDEX "denials_team_id_at_id_idx" ON "denials"("team_id", "at", "id");
CREATE INDEX "denials_user_id_at_id_idx" ON "denials"("user_id", "at", "id");
CREATE INDEX "denials_key_id_at_id_idx" ON "denials"("key_id", "at", "id");
CREATE INDEX "denials_organization_id_at_id_idx" ON "denials"("organization_id", "at", "id");
CREATE INDEX "denials_end_user_id_at_id_idx" ON "denials"("end_user_id", "at", "id");
CREATE INDEX "denials_issuer_at_id_idx" ON "denials"("issuer", "at", "id");
CREATE INDEX "denials_request_id_idx" ON "denials"("request_id");
