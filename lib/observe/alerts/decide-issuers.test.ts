import { expect, test } from "vitest";
import type { OpenAlert } from "@/lib/alert";
import { decideIssuers, type IssuerSignal } from "./decide-issuers";

const NOW = Date.UTC(2026, 10, 22, 12);
const ago = (seconds: number): number => NOW - seconds * 1000;
const failing = (failures: number, since: number, lastSuccess?: number): IssuerSignal => ({
  subject: "https://id.test/keys",
  failures,
  since: ago(since),
  error: "connect ECONNREFUSED",
  lastSuccess: lastSuccess === undefined ? undefined : ago(lastSuccess),
});
const answering = (lastSuccess: number): IssuerSignal => ({
  subject: "https://id.test/keys",
  failures: 0,
  since: undefined,
  error: undefined,
  lastSuccess: ago(lastSuccess),
});
const alert: OpenAlert = {
  id: "alert_1",
  type: "issuer_down",
  subject: "https://id.test/keys",
  level: 1,
  message: "",
  facts: {},
  openedAt: ago(50),
};
const known = new Set(["https://id.test/keys"]);

test.each<[string, readonly IssuerSignal[], boolean, "opens" | "ends" | "stays"]>([
  ["three failures over a minute", [failing(3, 60)], false, "opens"],
  ["two failures", [failing(2, 600)], false, "stays"],
  ["three failures within a minute", [failing(3, 59)], false, "stays"],
  ["three failures at two nodes together", [failing(2, 70), failing(1, 90)], false, "opens"],
  ["another node that has just reached it", [failing(9, 600), answering(20)], false, "stays"],
  ["another node that reached it long ago", [failing(9, 600), answering(70)], false, "opens"],
  ["an open alert that goes on", [failing(9, 600)], true, "stays"],
  ["an open alert of which nothing is heard", [], true, "stays"],
  ["an open alert and a node that still fails", [failing(9, 600), answering(5)], true, "stays"],
  ["an open alert and a success", [answering(5)], true, "ends"],
  ["an open alert and a success from before", [answering(55)], true, "stays"],
])("the alert of an identity provider is decided as it should be for %s", (_title, signals, isOpen, outcome) => {
  const { openings, resolutions } = decideIssuers({ signals, open: isOpen ? [alert] : [], known, now: NOW });
  expect([openings.length, resolutions.length]).toEqual({ opens: [1, 0], ends: [0, 1], stays: [0, 0] }[outcome]);
});

test("an identity provider that is no longer configured ends its alert and opens none", () => {
  const { openings, resolutions } = decideIssuers({ signals: [failing(9, 600)], open: [], known: new Set(), now: NOW });
  expect([openings, resolutions]).toEqual([[], []]);
  expect(decideIssuers({ signals: [], open: [alert], known: new Set(), now: NOW }).resolutions).toHaveLength(1);
});
