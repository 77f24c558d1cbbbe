import { join } from "node:path";
import { expect, test } from "vitest";
import { addressesOf } from "./contract-addresses.mjs";

const contracts = (name: string) => addressesOf(join(process.cwd(), `lib/wire/contracts/${name}.ts`));

test("the browser gets the addresses of operations and none of their schemas", async () => {
  const { source, files } = await contracts("spend");
  expect(source).toContain('"logs":{"method":"GET","path":"/spend/logs"}');
  expect(source).toContain("export const MOST_GROUPS = 10000;");
  expect(source).not.toMatch(/import|zod|summary|family/);
  expect(files.some((file) => file.endsWith("lib/wire/spend.ts"))).toBe(true);
});

test("contracts in objects of contracts keep their names", async () => {
  const { source } = await contracts("tables");
  expect(source).toContain('"team":{"export":{"method":"GET","path":"/team/export"}');
});
