import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validate } from "@readme/openapi-parser";
import openapiTypescript, { astToString } from "openapi-typescript";
import ts from "typescript";
import { expect, test } from "vitest";
import { findOperation, OPERATIONS } from "@/lib/api/table";
import { openApiDocument } from "./openapi";

const self = findOperation("GET", "/openapi.json")!.operation;
const text = JSON.stringify(openApiDocument([...OPERATIONS, self], "1.0.0"));

test("the OpenAPI document is valid", async () => {
  const result = await validate(JSON.parse(text));
  expect(result).toMatchObject({ valid: true });
});

test("a TypeScript client is generated from the OpenAPI document and compiles under strict", async () => {
  const types = astToString(await openapiTypescript(text));
  const folder = mkdtempSync(join(tmpdir(), "openapi-"));
  try {
    const client = join(folder, "client.ts");
    writeFileSync(join(folder, "api.ts"), types);
    writeFileSync(
      client,
      `import type { paths } from "./api";
type NewTeam = NonNullable<paths["/team/new"]["post"]["requestBody"]>["content"]["application/json"];
export const team: NewTeam = { team_alias: "a", metadata: { any: [1, { json: null }] } };
export type Chat = paths["/v1/chat/completions"]["post"]["responses"][200]["content"]["application/json"];
// @ts-expect-error -- a field that the API does not have
export const wrong: NewTeam = { team_alia: "a" };
`,
    );
    const lib = ["lib.es2022.d.ts"];
    const program = ts.createProgram([client], { strict: true, noEmit: true, skipLibCheck: true, types: [], lib });
    const faults = ts.getPreEmitDiagnostics(program);
    expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
