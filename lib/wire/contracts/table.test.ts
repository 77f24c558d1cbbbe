import { expect, test } from "vitest";
import { CONTRACTS } from "./table";

test("every id of a contract, and every method with its path, stands in the table once", () => {
  const ids = CONTRACTS.map(({ id }) => id);
  const routes = CONTRACTS.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(ids).size).toBe(CONTRACTS.length);
  expect(new Set(routes).size).toBe(CONTRACTS.length);
});

test("a write makes only answers stale that an operation gives", () => {
  const readable = new Set(CONTRACTS.filter(({ effect }) => effect === "reads").map(({ path }) => path));
  const unknown = CONTRACTS.flatMap((contract) =>
    contract.effect === "writes" ? contract.invalidates.filter((path) => !readable.has(path)) : [],
  );
  expect(unknown).toEqual([]);
});

test("every write of an audited thing makes the audit log stale", () => {
  const forgetful = CONTRACTS.filter(
    (contract) => contract.effect === "writes" && !contract.invalidates.includes("/audit/logs"),
  );
  expect(forgetful).toEqual([]);
});

test("summaries are imperatives without a full stop: no verb in the third person begins one", () => {
  const wrong = CONTRACTS.map(({ summary }) => summary).filter(
    (summary) => /^\w+s\b/.test(summary) || summary.endsWith("."),
  );
  expect(wrong).toEqual([]);
});
