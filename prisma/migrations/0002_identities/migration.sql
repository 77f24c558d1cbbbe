-- CreateTable
CREATE TABLE "retired_secrets" (
    "hash" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retired_secrets_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "retired_secrets_key_id_idx" ON "retired_secrets"("key_id");

-- CreateIndex
CREATE INDEX "end_users_created_at_id_idx" ON "end_users"("created_at", "id");

-- CreateIndex
CREATE INDEX "keys_organization_id_idx" ON "keys"("organization_id");

-- CreateIndex
CREATE INDEX "organizations_created_at_id_idx" ON "organizations"("created_at", "id");

-- AddForeignKey
ALTER TABLE "retired_secrets" ADD CONSTRAINT "retired_secrets_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
