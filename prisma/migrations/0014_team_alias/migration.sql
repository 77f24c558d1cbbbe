-- Groups of tokens may name teams by alias. A hash index takes aliases of any length.
CREATE INDEX "teams_alias_idx" ON "teams" USING HASH ("alias");
