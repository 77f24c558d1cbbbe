-- What a user may do in the console and the API: proxy_admin_viewer, or nothing beyond an ordinary user.
ALTER TABLE "users" ADD COLUMN "role" TEXT;
