import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, startTestDatabase } from "@/local/test-database";
import { schemaDifference } from "@/local/schema-engine";

let database: TestDatabase;
beforeAll(async () => {
  const t = Date.now();
  database = await startTestDatabase();
  console.log("start", Date.now() - t);
});
afterAll(() => database.stop());

describe("migrations", () => {
  it("produce exactly prisma/schema.prisma", async () => {
    const t = Date.now();
    const url = await database.createDatabase();
    console.log("create", Date.now() - t);
    expect(await schemaDifference(url, "prisma/schema.prisma")).toBe("");
  });
});
