import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type Database, openDatabase } from "../database";
import { storedModels } from "./models";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
});

const add = (id: string): Promise<unknown> =>
  database.prisma.storedModel.create({ data: { id, modelName: id, params: {}, info: {}, createdBy: "test" } });

/** The database, and how many rows each statement has returned. */
function counted(): { readonly pool: Pick<Database["pool"], "query">; readonly returned: number[] } {
  const returned: number[] = [];
  const query = async (...given: unknown[]): Promise<unknown> => {
    const result: { rows: unknown[] } = await Reflect.apply(database.pool.query, database.pool, given);
    returned.push(result.rows.length);
    return result;
  };
  return { pool: { query } as Pick<Database["pool"], "query">, returned };
}

test("of rows that were read before, only those that have changed are fetched", async () => {
  expect(await storedModels.read(database)).toEqual([]);
  for (const id of ["a", "b with  spaces", "c", "d"]) await add(id);
  const before = await storedModels.read(database);
  expect(await storedModels.read(database, before)).toBe(before);

  await database.prisma.storedModel.update({ where: { id: "b with  spaces" }, data: { sealed: "sealed" } });
  await database.prisma.storedModel.delete({ where: { id: "c" } });
  await add("e");
  const { pool, returned } = counted();
  const after = await storedModels.read({ pool: pool as Database["pool"] }, before);
  expect(returned).toEqual([1, 2]);
  expect(after.map(({ id, sealed }) => [id, sealed])).toEqual([
    ["a", null],
    ["b with  spaces", "sealed"],
    ["d", null],
    ["e", null],
  ]);
  expect([after[0], after[2]].map((row) => before.indexOf(row!))).toEqual([0, 3]);
  expect(after).toEqual(await storedModels.read(database));
});

test("rows that are all deleted are gone", async () => {
  const before = await storedModels.read(database);
  await database.prisma.storedModel.deleteMany();
  expect(await storedModels.read(database, before)).toEqual([]);
});
