import { expect, test } from "vitest";
import { readinessOf } from "./readiness";

const FINE = { journal: undefined, key: undefined, stops: false, without: "refuse" } as const;

test.each([
  ["with nothing wrong", {}, { status: "ready", takesCalls: true }],
  ["without its journal", { journal: "ENOSPC" }, { status: "not_ready", takesCalls: false }],
  [
    "without its journal, told to serve",
    { journal: "ENOSPC", without: "serve" },
    { status: "degraded", takesCalls: true },
  ],
  ["with another key", { key: "foreign" }, { status: "not_ready", takesCalls: false }],
  [
    "with another key, told to serve without a journal",
    { key: "foreign", without: "serve" },
    { status: "not_ready", takesCalls: false },
  ],
  ["that stops", { stops: true }, { status: "stopping", takesCalls: false }],
  ["that stops without its journal", { stops: true, journal: "ENOSPC" }, { status: "stopping", takesCalls: false }],
] as const)("a node %s", (_which, wrong, readiness) => {
  const { journal, key, stops, without } = { ...FINE, ...wrong };
  const asked = {
    spend: { fault: journal },
    nodes: { fault: key },
    shutdown: { isBegun: stops },
    settings: { current: () => ({ general: { when_journal_unavailable: without } }) },
  };
  expect(readinessOf(asked)).toEqual(readiness);
});
