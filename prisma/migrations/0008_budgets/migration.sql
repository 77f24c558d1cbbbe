-- AlterTable
ALTER TABLE "end_users" ADD COLUMN     "max_parallel_requests" INTEGER,
ADD COLUMN     "rpm_limit" INTEGER,
ADD COLUMN     "soft_budget" DECIMAL(20,9),
ADD COLUMN     "tpm_limit" INTEGER;

-- AlterTable
ALTER TABLE "keys" ADD COLUMN     "max_parallel_requests" INTEGER,
ADD COLUMN     "model_rpm_limit" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "model_tpm_limit" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "soft_budget" DECIMAL(20,9);

-- AlterTable
ALTER TABLE "memberships" ADD COLUMN     "budget_duration" TEXT,
ADD COLUMN     "max_budget" DECIMAL(20,9),
ADD COLUMN     "rpm_limit" INTEGER,
ADD COLUMN     "tpm_limit" INTEGER;

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "max_parallel_requests" INTEGER,
ADD COLUMN     "soft_budget" DECIMAL(20,9);

-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "max_parallel_requests" INTEGER,
ADD COLUMN     "model_rpm_limit" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "model_tpm_limit" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "soft_budget" DECIMAL(20,9);

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "max_parallel_requests" INTEGER,
ADD COLUMN     "soft_budget" DECIMAL(20,9);
