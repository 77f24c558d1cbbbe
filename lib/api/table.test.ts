import { expect, test } from "vitest";
import { OPERATIONS } from "./table";

test("every operation id, and every method with its path, is in the table once", () => {
  const ids = OPERATIONS.map(({ id }) => id);
  const routes = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(ids).size).toBe(OPERATIONS.length);
  expect(new Set(routes).size).toBe(OPERATIONS.length);
});

test("summaries are imperatives without a full stop: no verb in the third person begins one", () => {
  const wrong = OPERATIONS.map(({ summary }) => summary).filter(
    (summary) => /^\w+s\b/.test(summary) || summary.endsWith("."),
  );
  expect(wrong).toEqual([]);
});

test("every change and every deletion of what two people may edit is bound to the version that was seen", () => {
  const changing = OPERATIONS.filter(
    ({ id, effect }) => effect === "writes" && /update|delete|regenerate|revision/.test(id),
  );
  expect(changing.filter(({ versioned }) => !versioned).map(({ id }) => id)).toEqual([]);
});
