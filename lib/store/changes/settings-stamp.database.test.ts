import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type Database, openDatabase } from "../database";
import { readSettingsStamp } from "./settings-stamp";

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

const by = { createdBy: "test" };
const writes: Readonly<Record<string, () => Promise<unknown>>> = {
  "a new model entry": () =>
    database.prisma.storedModel.create({ data: { id: "m", modelName: "m", params: {}, info: {}, ...by } }),
  "a changed model entry": () => database.prisma.storedModel.update({ where: { id: "m" }, data: { modelName: "n" } }),
  "a new credential": () => database.prisma.storedCredential.create({ data: { id: "c", values: {}, info: {}, ...by } }),
  "a changed credential": () =>
    database.prisma.storedCredential.update({ where: { id: "c" }, data: { sealed: "sealed" } }),
  "a deleted credential": () => database.prisma.storedCredential.delete({ where: { id: "c" } }),
  "a new tool server": () => database.prisma.storedToolServer.create({ data: { id: "s", settings: {}, ...by } }),
  "a changed tool server": () =>
    database.prisma.storedToolServer.update({ where: { id: "s" }, data: { settings: { timeout: 5 } } }),
  "a deleted tool server": () => database.prisma.storedToolServer.delete({ where: { id: "s" } }),
  "a new price": () =>
    database.prisma.price.create({
      data: { id: "p", provider: "p", model: "m", prices: {}, effectiveFrom: new Date(0), ...by },
    }),
  "a deleted price": () => database.prisma.price.delete({ where: { id: "p" } }),
};

test.each(Object.keys(writes))(
  "the stamp by which a node that hears nothing reads again changes with %s",
  async (name) => {
    const before = await readSettingsStamp(database);
    expect(await readSettingsStamp(database)).toBe(before);
    await writes[name]?.();
    expect(await readSettingsStamp(database)).not.toBe(before);
  },
);
