-- CreateTable
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

-- CreateTable
CREATE TABLE "used_logout_tokens" (
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_logout_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "console_sessions_created_at_id_idx" ON "console_sessions"("created_at", "id");

-- CreateIndex
CREATE INDEX "console_sessions_expires_at_idx" ON "console_sessions"("expires_at");

-- CreateIndex
CREATE INDEX "console_sessions_issuer_subject_idx" ON "console_sessions"("issuer", "subject");

-- CreateIndex
CREATE INDEX "console_sessions_issuer_provider_session_idx" ON "console_sessions"("issuer", "provider_session");

-- CreateIndex
CREATE INDEX "used_logout_tokens_expires_at_idx" ON "used_logout_tokens"("expires_at");
