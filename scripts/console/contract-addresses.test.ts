import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listModules } from "@/testing/architecture/source-files";
import { addressesOf } from "./contract-addresses.mjs";

const contracts = (name: string) => addressesOf(join(process.cwd(), `lib/wire/contracts/${name}.ts`));

test("the browser gets the addresses of operations and none of their schemas", async () => {
  const { source, files } = await contracts("spend");
  expect(source).toContain('"logs":{"method":"GET","path":"/spend/logs"}');
  expect(source).toContain("export const MOST_GROUPS = 10000;");
  expect(source).not.toMatch(/import|zod|"summary":"|family/);
  expect(files.some((file) => file.endsWith("lib/wire/spend.ts"))).toBe(true);
});

test("contracts in objects of contracts keep their names", async () => {
  const { source } = await contracts("tables");
  expect(source).toContain('"team":{"export":{"method":"GET","path":"/team/export"}');
});

/** Uses of what only the types of a contract have in the browser. Types name them after `typeof`. */
const SCHEMA =
  /(?<!typeof [\w.]*)\b\w+\.(?:input|output)\.\w+|\b\w*[cC]ontracts(?:\.\w+)+\.(?:summary|access|effect)\b/g;

test("no part of the console reads the schema of an operation, which the types have and the browser has not", () => {
  const found = listModules(process.cwd(), "components", (path) => !/\.test\.tsx?$/.test(path)).flatMap((path) =>
    [...readFileSync(join(process.cwd(), path), "utf8").matchAll(SCHEMA)].map(([use]) => `${path}: ${use}`),
  );
  expect(found).toEqual([]);
  expect("modelContracts.groups.output.parse(answer)".match(SCHEMA)).toHaveLength(1);
  expect("OutputOf<typeof keyContracts.list.output.rows>".match(SCHEMA)).toBeNull();
});
