-- What a user may do in the console and the API: proxy_admin_viewer, or nothing beyond an ordinary user.
ALTER TABLE "users" ADD COLUMN "role" TEXT;

-- As what the actor did it: administrator, team_administrator or owner. Events that exist stay without it.
ALTER TABLE "audit_events" ADD COLUMN "acted_as" TEXT;
