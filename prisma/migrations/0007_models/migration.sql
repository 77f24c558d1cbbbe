-- AlterTable
ALTER TABLE "calls" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
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

-- CreateIndex
CREATE INDEX "models_created_at_id_idx" ON "models"("created_at", "id");
