import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { renderApiReference } from "./api-reference";
import { OPERATIONS } from "../../lib/api/table";

test("docs/reference/api.md is what the table of operations says; if this fails, run node scripts/generate-docs.mjs", async () => {
  const written = await readFile(new URL("../../docs/reference/api.md", import.meta.url), "utf8");
  expect(written).toBe(renderApiReference(OPERATIONS));
});

test("every operation has its heading in docs/reference/api.md", () => {
  const headings = renderApiReference(OPERATIONS).match(/^### .*$/gm);
  expect(headings?.toSorted()).toEqual(OPERATIONS.map(({ method, path }) => `### \`${method} ${path}\``).toSorted());
});

/** `METHOD path: field` of each field of an input without a description of at least three words. */
function undescribed(): string[] {
  return OPERATIONS.flatMap(({ method, path, input }) => {
    if (input === undefined) return [];
    const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
    const parts = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [schema]).filter((part) => typeof part === "object");
    return parts.flatMap(({ properties = {} }) =>
      Object.entries(properties)
        .filter(([, field]) => typeof field !== "object" || (field.description ?? "").split(" ").length < 3)
        .map(([name]) => `${method} ${path}: ${name}`),
    );
  });
}

test("every field that an operation takes says what it is", () => {
  expect(undescribed()).toEqual([]);
});
