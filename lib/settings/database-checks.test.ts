import { expect, test } from "vitest";
import { databaseFaults } from "./database-checks";

const DIRECT = "postgresql://gateway:secret@db:5432/gateway";

test.each([
  ["no address", undefined, undefined, []],
  ["PostgreSQL itself", DIRECT, undefined, []],
  ["the usual port of PgBouncer", "postgresql://gateway:secret@db:6432/gateway", undefined, ["C089"]],
  ["a host that is named as a pooler", "postgresql://a:b@x.Pooler.example:5432/gateway", undefined, ["C089"]],
  ["Prisma's parameter for PgBouncer", `${DIRECT}?pgbouncer=true`, undefined, ["C089"]],
  ["a pooler with a direct address", "postgresql://gateway:secret@db:6432/gateway", DIRECT, []],
  ["a direct address alone", undefined, DIRECT, ["C088"]],
  ["TLS", `${DIRECT}?sslmode=verify-full&sslrootcert=/ca.pem`, undefined, []],
  ["TLS in another driver's words", `${DIRECT}?sslMode=Require`, undefined, ["C017"]],
  ["TLS in another driver's words, directly", DIRECT, `${DIRECT}?application_name=a&ssl_mode=require`, ["C017"]],
  ["a password with a question mark", "postgresql://gateway:1?ssl-secret@db:5432/gateway", undefined, []],
  ["text that is not an address", "6432", undefined, []],
])("the database's address is judged: %s", (_title, databaseUrl, databaseDirectUrl, numbers) => {
  const place = { path: [], at: "nowhere" } as const;
  const faults = databaseFaults({ databaseUrl, databaseDirectUrl, databaseReadUrl: undefined }, () => place);
  expect(faults.map(({ number }) => number)).toEqual(numbers);
  expect(JSON.stringify(faults)).not.toContain("secret");
});

test.each([
  ["a replica beside its primary", DIRECT, DIRECT, []],
  ["a replica of the embedded database", undefined, DIRECT, ["C088"]],
  ["a replica with TLS in another driver's words", DIRECT, `${DIRECT}?sslMode=Require`, ["C017"]],
])("the replica's address is judged: %s", (_title, databaseUrl, databaseReadUrl, numbers) => {
  const place = { path: [], at: "nowhere" } as const;
  const faults = databaseFaults({ databaseUrl, databaseDirectUrl: undefined, databaseReadUrl }, () => place);
  expect(faults.map(({ number }) => number)).toEqual(numbers);
});
