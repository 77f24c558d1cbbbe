import { expect, test } from "vitest";
import type { OpenAlert } from "@/lib/alert";
import type { TrafficOutcome } from "@/lib/traffic-minute";
import { decideDeployments, type DeploymentsQuestion } from "./decide-deployments";

const NOW = Date.UTC(2026, 10, 22, 12);
/** Seconds before now. */
const ago = (seconds: number): number => NOW - seconds * 1000;

type Row = readonly [outcome: TrafficOutcome, count: number, firstAgo: number, lastAgo: number];
const rowsOf = (rows: readonly Row[]): DeploymentsQuestion["minutes"] =>
  rows.map(([outcome, count, first, last]) => ({
    deployment: "d1",
    outcome,
    count,
    firstAt: ago(first),
    lastAt: ago(last),
  }));
const names = new Map([["d1", "gpt-4o at openai/gpt-4o"]]);
const alert: OpenAlert = {
  id: "alert_1",
  type: "deployment_down",
  subject: "d1",
  level: 1,
  message: "",
  facts: {},
  openedAt: ago(100),
};

const CASES: readonly [title: string, rows: readonly Row[], open: boolean, outcome: "opens" | "ends" | "stays"][] = [
  ["three failures over a minute and no success", [["failed", 3, 61, 5]], false, "opens"],
  ["failures that other attempts followed", [["retried", 3, 60, 5]], false, "opens"],
  ["two failures", [["failed", 2, 120, 5]], false, "stays"],
  ["three failures within less than a minute", [["failed", 3, 59, 5]], false, "stays"],
  [
    "failures in several minutes",
    [
      ["failed", 1, 200, 200],
      ["failed", 1, 130, 130],
      ["failed", 1, 70, 70],
    ],
    false,
    "opens",
  ],
  [
    "a success after the failures",
    [
      ["failed", 9, 200, 80],
      ["served", 1, 70, 70],
    ],
    false,
    "stays",
  ],
  [
    "a success before the failures",
    [
      ["served", 5, 300, 200],
      ["failed", 3, 90, 5],
    ],
    false,
    "opens",
  ],
  [
    "failures that began before the last success count as one",
    [
      ["failed", 9, 120, 70],
      ["served", 1, 80, 80],
    ],
    false,
    "stays",
  ],
  [
    "refusals of what callers sent show that it works",
    [
      ["failed", 9, 120, 10],
      ["declined", 1, 5, 5],
    ],
    false,
    "stays",
  ],
  [
    "callers that hang up show nothing",
    [
      ["failed", 9, 120, 10],
      ["cancelled", 4, 5, 5],
    ],
    false,
    "opens",
  ],
  ["no traffic", [], false, "stays"],
  ["an open alert while it fails", [["failed", 9, 200, 5]], true, "stays"],
  ["an open alert without traffic", [], true, "stays"],
  ["an open alert and a success from before it", [["served", 1, 101, 101]], true, "stays"],
  [
    "an open alert and a success",
    [
      ["failed", 9, 200, 5],
      ["served", 1, 4, 4],
    ],
    true,
    "ends",
  ],
];

test.each(CASES)("the alert of a deployment is decided as it should be for %s", (_title, rows, isOpen, outcome) => {
  const { openings, resolutions } = decideDeployments({
    minutes: rowsOf(rows),
    open: isOpen ? [alert] : [],
    names,
    now: NOW,
  });
  expect([openings.length, resolutions.length]).toEqual({ opens: [1, 0], ends: [0, 1], stays: [0, 0] }[outcome]);
});

test("the alert of a deployment says since when it fails, how often, and when it last served", () => {
  const minutes = rowsOf([
    ["served", 5, 300, 200],
    ["failed", 2, 90, 60],
    ["retried", 3, 50, 5],
  ]);
  const [opening] = decideDeployments({ minutes, open: [], names, now: NOW }).openings;
  expect(opening).toEqual({
    type: "deployment_down",
    subject: "d1",
    level: 1,
    message:
      "Deployment d1 (gpt-4o at openai/gpt-4o) is down: it has failed 5 times since 2026-11-22T11:58:30Z and served no call. Its last success was at 2026-11-22T11:56:40Z.",
    facts: {
      deployment: "d1",
      model: "gpt-4o at openai/gpt-4o",
      failures: 5,
      since: "2026-11-22T11:58:30Z",
      last_success: "2026-11-22T11:56:40Z",
    },
  });
});

test("a deployment that has left the settings opens no alert, and ends its own", () => {
  const minutes = rowsOf([["failed", 9, 120, 5]]);
  const gone = decideDeployments({ minutes, open: [alert], names: new Map(), now: NOW });
  expect(gone.resolutions.map(({ message }) => message)).toEqual(["Deployment d1 is no longer in the model list."]);
  expect(decideDeployments({ minutes, open: [], names: new Map(), now: NOW }).openings).toEqual([]);
});
