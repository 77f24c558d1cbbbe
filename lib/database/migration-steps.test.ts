import { expect, test } from "vitest";
import { readMigrations } from "./migrate";
import { stepsOf } from "./migration-steps";

test("a file is read as its steps, each with its lock and the index that it builds", () => {
  const sql = `-- What for.

-- step: index of names
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "names" ON "t"("name");

-- step, briefly locked: bound
ALTER TABLE t ADD CHECK (true) NOT VALID;
`;
  expect(stepsOf(sql)).toEqual([
    {
      title: "index of names",
      sql: 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "names" ON "t"("name");',
      isBrieflyLocked: false,
      index: "names",
    },
    {
      title: "bound",
      sql: "ALTER TABLE t ADD CHECK (true) NOT VALID;",
      isBrieflyLocked: true,
      index: undefined,
    },
  ]);
  expect(stepsOf("SELECT 1")).toEqual([]);
});

test("every index that a step builds is also made by the migration itself, where no step has run", async () => {
  for (const { sql, steps } of await readMigrations("prisma/migrations"))
    for (const { sql: step, index } of steps)
      if (index !== undefined) expect(sql).toContain(step.replace(" CONCURRENTLY", ""));
});
