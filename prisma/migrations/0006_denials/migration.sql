-- CreateTable
CREATE TABLE "denials" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "record" TEXT NOT NULL,

    CONSTRAINT "denials_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "denials_at_idx" ON "denials"("at");
