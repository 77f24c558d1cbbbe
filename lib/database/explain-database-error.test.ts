import { expect, test } from "vitest";
import { explainDatabaseError } from "./explain-database-error";

const address = { host: "db.example", port: 5432, user: "gateway", database: "calls" };

test.each([
  ["28P01", "bad_credentials", /refuses the password of user "gateway": correct DATABASE_URL$/],
  ["3D000", "missing_database", /has no database "calls"/],
  ["25006", "read_only", /is read-only, as a replica is: name the primary in DATABASE_URL$/],
  [
    "ENOTFOUND",
    "unreachable",
    /check that it runs and that DATABASE_URL is right\. If that is .* a part of the password: write @ as %40/,
  ],
  ["ECONNREFUSED", "unreachable", /check that it runs and that DATABASE_URL is right$/],
] as const)("the driver's error %s becomes one line with the address and the cure", (code, fault, line) => {
  const explained = explainDatabaseError(Object.assign(new Error("secret"), { code }), address, "DATABASE_URL");
  expect(explained).toMatchObject({ code: fault, message: expect.stringMatching(line) });
  expect(explained.message).toContain("db.example:5432");
});
