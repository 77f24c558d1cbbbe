import { expect, test } from "vitest";
import type { Readiness } from "@/lib/wire/contracts/public";
import { doctorJson, doctorReport } from "./doctor-report";
import { judge } from "./judge";
import type { GatewaySeen, Observations } from "./observations";

const READY: Readiness = {
  status: "ready",
  database: "ok",
  journal: "ok",
  models: "ok",
  configuration: "ok",
  change_feed: "connected",
  console: true,
  version: "0.1.0",
  encryption: "ok",
  warnings: [],
};
const ADDRESS = "http://127.0.0.1:4000";
const answers = (
  changes: Partial<Readiness>,
  keySets: (GatewaySeen & { kind: "answers" })["keySets"] = [],
  credentials: readonly string[] = [],
): GatewaySeen => ({
  kind: "answers",
  address: ADDRESS,
  readiness: { ...READY, ...changes },
  keySets,
  credentials,
});
const silent = (holdsFolder: boolean): GatewaySeen => ({
  kind: "silent",
  address: ADDRESS,
  error: "ECONNREFUSED",
  holdsFolder,
});
const MIB = 1024 * 1024;
const HEALTHY: Observations = {
  findings: [{ number: "C030", severity: "warning", file: "config.yaml", path: "", message: "m", fix: "f" }],
  overridden: [],
  database: { reached: true, aheadMs: 40, connections: 5, maxConnections: 100 },
  replica: { reached: true, role: "replica", behindMs: 900, fault: undefined },
  gateway: answers({}),
  journal: { directory: "/data/journal", fault: undefined, segments: 1, setAside: [] },
  issuers: [{ url: "https://id.example/jwks", error: undefined, aheadMs: -900 }],
  hosts: [{ host: "api.openai.com", error: undefined }],
  disks: [{ directory: "/data", free: 20_000 * MIB, size: 100_000 * MIB }],
  memory: { available: 2_000 * MIB, size: 4_000 * MIB },
  late: [],
};
const database = (changes: object): Partial<Observations> => ({
  database: { reached: true, aheadMs: 0, connections: 5, maxConnections: 100, ...changes },
});
const replica = (changes: object): Partial<Observations> => ({
  replica: { reached: true, role: "replica", behindMs: 0, fault: undefined, ...changes },
});
const keys = { url: "https://id.example/jwks", stale: false, usable: true, ageSeconds: 60, error: null };

test("nothing is wrong with a healthy installation", () => {
  expect(judge(HEALTHY)).toEqual([]);
  expect(doctorReport([], HEALTHY)).toBe("Nothing is wrong.");
  expect(doctorJson([], HEALTHY)).toBe('{"ok":true,"complaints":[],"notes":[]}');
});

test("a setting of the file that a revision replaces is a note, and nothing wrong", () => {
  const finding = {
    number: "C201",
    severity: "warning",
    file: "config.yaml",
    line: 4,
    path: "a.b",
    message: "m",
  } as const;
  const seen = { ...HEALTHY, overridden: [finding] };
  expect(judge(seen)).toEqual([]);
  expect(doctorReport([], seen)).toBe("Nothing is wrong.\nnote: config.yaml:4: warning C201 a.b: m");
  expect(JSON.parse(doctorJson([], seen))).toEqual({ ok: true, complaints: [], notes: [finding] });
});

test("without a running gateway the report says that only what it needs was looked at", () => {
  const seen = { ...HEALTHY, gateway: silent(false), journal: { ...HEALTHY.journal!, segments: 0 } };
  expect(doctorReport(judge(seen), seen)).toBe(
    `Nothing is wrong. No gateway is running at ${ADDRESS}, so only what it needs was checked.`,
  );
});

test.each<[string, Partial<Observations>, RegExp]>([
  [
    "a credential that cannot be fetched",
    { gateway: answers({}, [], ["the role models cannot be fetched: sts.eu-west-1.amazonaws.com answers 403"]) },
    /^upstreams: No calls can be made with a credential: the role models cannot be fetched: sts\.eu-west-1\.amazonaws\.com answers 403\. Correct/,
  ],
  [
    "a setting that lint would refuse",
    {
      findings: [
        {
          number: "C015",
          severity: "error",
          file: "config.yaml",
          line: 3,
          path: "a.b",
          message: "names X",
          fix: "set X",
        },
      ],
    },
    /^settings: C015 config\.yaml:3 a\.b names X\. Set X\.$/,
  ],
  [
    "a database that cannot be reached",
    {
      database: {
        reached: false,
        message:
          "The database at db:5432 cannot be used (ECONNREFUSED): check that it runs and that DATABASE_URL is right",
      },
    },
    /^database: The database at db:5432 cannot be used \(ECONNREFUSED\)\. Check that it runs and that DATABASE_URL is right\.$/,
  ],
  [
    "a database without connections left",
    database({ connections: 90 }),
    /^database: 90 of the database's 100 connections/,
  ],
  [
    "a replica that cannot be reached",
    {
      replica: { reached: false, message: "The database at r:5432 cannot be used (ECONNREFUSED): check that it runs" },
    },
    /^database: The database at r:5432 cannot be used \(ECONNREFUSED\)\. Check that it runs\.$/,
  ],
  [
    "another database in place of a replica",
    replica({ role: "another", behindMs: Infinity }),
    /^database: DATABASE_READ_URL leads to a database that is not a replica .*\. Name a physical replica/,
  ],
  [
    "a replica that can be written",
    replica({ role: "writable" }),
    /^database: DATABASE_READ_URL leads to a server that accepts writes: the primary itself, or .* promoted\. Name/,
  ],
  [
    "a replica that is behind",
    replica({ behindMs: 61_000 }),
    /^database: The replica in DATABASE_READ_URL is 61 seconds behind the primary\. Check whether it still receives/,
  ],
  [
    "a replica that follows nothing",
    replica({ behindMs: Infinity }),
    /^database: The replica in DATABASE_READ_URL has replayed nothing from the primary since it started\. Check/,
  ],
  [
    "a replica whose role may not read",
    replica({ fault: "permission denied for table calls" }),
    /^database: .* answers no reports \(permission denied for table calls\), so the primary does\. Give its role SELECT/,
  ],
  [
    "a clock behind the database's",
    database({ aheadMs: 6_000 }),
    /^clock: .* 6 seconds behind that of the database\. Synchronise both clocks \(NTP\)\.$/,
  ],
  [
    "a clock ahead of the database's",
    database({ aheadMs: -61_000 }),
    /^clock: .* 61 seconds ahead of that of the database/,
  ],
  [
    "a clock that differs from an issuer's",
    { issuers: [{ url: "https://id.example", error: undefined, aheadMs: 40_000 }] },
    /^clock: .* 40 seconds behind that of https:\/\/id\.example/,
  ],
  [
    "an issuer without keys",
    { issuers: [{ url: "https://id.example", error: "status 404", aheadMs: undefined }] },
    /^issuers: No keys can be fetched from https:\/\/id\.example \(status 404\)\. Correct/,
  ],
  [
    "keys that grow old",
    { gateway: answers({}, [{ ...keys, stale: true, ageSeconds: 7200, error: "timeout" }]) },
    /^issuers: The gateway still uses the keys from .* that it fetched 120 minutes ago\. .*\(timeout\)\.$/,
  ],
  [
    "keys that are too old",
    { gateway: answers({}, [{ ...keys, usable: false }]) },
    /^issuers: The gateway has no usable keys/,
  ],
  [
    "an upstream without an address",
    { hosts: [{ host: "llm.internal", error: "ENOTFOUND" }] },
    /^upstreams: The host name llm\.internal cannot be resolved \(ENOTFOUND\)\. Correct api_base/,
  ],
  [
    "a disk that is nearly full",
    { disks: [{ directory: "/data", free: 500 * MIB, size: 1_000 * MIB }] },
    /^disk: The disk of \/data has only 500 MiB left\. Free some space/,
  ],
  [
    "a small part of a large disk",
    { disks: [{ directory: "/data", free: 2_000 * MIB, size: 1_000_000 * MIB }] },
    /^disk: .* 2000 MiB left/,
  ],
  [
    "no memory left",
    { memory: { available: 100 * MIB, size: 512 * MIB } },
    /^memory: Only 100 MiB of 512 MiB of memory are left/,
  ],
  [
    "a journal that cannot be written",
    { journal: { ...HEALTHY.journal!, fault: "EACCES" } },
    /^journal: .* cannot be written \(EACCES\)/,
  ],
  [
    "calls that were set aside",
    { journal: { ...HEALTHY.journal!, setAside: ["a.damaged"] } },
    /^journal: 1 file in \/data\/journal has calls that could not be booked\. .*docs\/explain\/spend\.md/,
  ],
  [
    "calls that wait for a gateway",
    { gateway: silent(false) },
    /^journal: .* not booked, and no gateway is running\. Start the gateway/,
  ],
  [
    "a gateway that does not answer",
    { gateway: silent(true) },
    /^gateway: A gateway runs on the data folder, but does not answer/,
  ],
  [
    "a gateway of another version",
    { gateway: { kind: "another version", address: ADDRESS, status: 200 } },
    /^gateway: A gateway runs on the data folder and answers at .*, but its readiness answer \(status 200\) comes from another version\. /,
  ],
  [
    "another program at its port",
    { gateway: { kind: "another program", address: ADDRESS, status: 404 } },
    /^gateway: The program that answers at .* is not a gateway \(status 404\)/,
  ],
  ["a gateway that is stopping", { gateway: answers({ status: "stopping" }) }, /^gateway: The gateway is stopping/],
  [
    "a gateway without its database",
    { gateway: answers({ database: "unreachable", change_feed: "disconnected" }) },
    /^database: The gateway cannot reach its database\. [^\n]*$/,
  ],
  [
    "a gateway without its journal",
    { gateway: answers({ journal: "the disk is full" }) },
    /^journal: The journal cannot be written: the disk is full\. Free some space/,
  ],
  [
    "entries that cannot be used",
    { gateway: answers({ models: "this node cannot use 1 of the database's entries" }) },
    /^settings: This node cannot use 1/,
  ],
  [
    "a changed file that is not in force",
    { gateway: answers({ configuration: "the changed file cannot be used" }) },
    /^settings: The changed file.*\. Run npm run lint:config/,
  ],
  [
    "a node with another encryption key",
    { gateway: answers({ encryption: "this node cannot decrypt" }) },
    /^settings: This node cannot decrypt\. Give every node the same GATEWAY_ENCRYPTION_KEY/,
  ],
  [
    "what nodes do not share",
    { gateway: answers({ warnings: ["the clocks differ"] }) },
    /^gateway: The clocks differ\. .*docs\/operate\/nodes\.md/,
  ],
  [
    "a deaf change feed",
    { gateway: answers({ change_feed: "deaf" }) },
    /^gateway: .*does not receive changes.*\. Set DATABASE_DIRECT_URL/,
  ],
  [
    "a change feed without a connection",
    { gateway: answers({ change_feed: "disconnected" }) },
    /^gateway: .*no connection over which it receives/,
  ],
  ["a look that took too long", { late: ["The database"] }, /^gateway: The database did not answer in time/],
])("doctor complains about %s, with its cure", (_, changes, expected) => {
  const seen = { ...HEALTHY, ...changes };
  const complaints = judge(seen);
  expect(complaints).toHaveLength(1);
  expect(doctorReport(complaints, seen)).toMatch(expected);
});

test("a report has ten lines at most, the settings first, and says how many there are beyond them", () => {
  const seen: Observations = {
    ...HEALTHY,
    hosts: Array.from({ length: 12 }, (_, index) => ({ host: `h${index}`, error: "ENOTFOUND" })),
    findings: [{ number: "C004", severity: "error", file: "c", path: "", message: "is not\nYAML", fix: "correct it" }],
  };
  const lines = doctorReport(judge(seen), seen).split("\n");
  expect(lines).toHaveLength(11);
  expect(lines[0]).toBe("settings: C004 c is not YAML. Correct it.");
  expect(lines[10]).toBe("and 3 more");
});
