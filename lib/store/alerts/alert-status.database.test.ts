import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { openDatabase, type Database } from "../database";
import { listAlerts } from "./alert-status";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(await server.createDatabase());
  return () => database.close();
});
afterAll(() => server.stop());

test("the last alert that ended comes first, however long ago it was opened, and open alerts by their opening", async () => {
  const at = (minute: number): Date => new Date(Date.UTC(2026, 5, 15, 12, minute));
  const row = { type: "deployment_down", level: 0, message: "down", facts: {} };
  const ended = (id: string, opened: number, end: number) => ({
    ...row,
    id,
    subject: id,
    state: "resolved",
    openedAt: at(opened),
    resolvedAt: at(end),
  });
  const short = Array.from({ length: 20 }, (_, minute) => ended(`short ${minute}`, 10 + minute, 11 + minute));
  await database.prisma.alert.createMany({
    data: [
      ended("long", 0, 50),
      ...short,
      ...["older", "newer"].map((id, index) => ({
        ...row,
        id,
        subject: id,
        openKey: id,
        state: "open",
        openedAt: at(index),
      })),
    ],
  });
  const { open, recent } = await listAlerts(database);
  expect(open.map(({ id }) => id)).toEqual(["newer", "older"]);
  expect(recent).toHaveLength(20);
  expect(recent.slice(0, 2).map(({ id }) => id)).toEqual(["long", "short 19"]);
});
