-- oldest-version: 0.1.0
-- The oldest version of the gateway that may run on the database after each migration, so that an older version knows
-- whether it may go on beside a newer schema. The migrator fills it from the comment that each migration begins with.
CREATE TABLE "schema_marks" (
    "migration" TEXT NOT NULL,
    "oldest_version" TEXT NOT NULL,

    CONSTRAINT "schema_marks_pkey" PRIMARY KEY ("migration")
);
