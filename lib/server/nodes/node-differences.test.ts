import { expect, test } from "vitest";
import { nodeDifferences, type ComparedNode, type OwnNode } from "./node-differences";

const DESCRIPTION = { configuration: { model_list: "m", JWT_AUDIENCE: "a" }, sessionSecret: "s", masterKey: "k" };
const OTHER: ComparedNode = {
  name: "b",
  version: "1.0.0",
  keyIds: ["key"],
  clockAheadMs: 0,
  description: DESCRIPTION,
};
const OWN: OwnNode = {
  ...OTHER,
  name: "a",
  description: DESCRIPTION,
  acceptedSessionSecrets: ["s"],
  acceptedMasterKeys: ["k"],
};

test.each<[string, Partial<ComparedNode>, Partial<OwnNode>, readonly string[]]>([
  ["share everything", {}, {}, []],
  ["differ in their clocks by less than two seconds", { clockAheadMs: -2_000 }, { clockAheadMs: 2_000 }, []],
  [
    "have clocks that are wrong",
    { clockAheadMs: 61_250 },
    { clockAheadMs: -2_001 },
    ["the clock of this node is 2.0 s behind", "the clock of node b is 61.3 s ahead of the database's"],
  ],
  ["have several versions", { version: "1.1.0" }, {}, ["node b runs version 1.1.0, and this node 1.0.0"]],
  [
    "have several versions, which may have other settings",
    { version: "1.1.0", description: { ...DESCRIPTION, configuration: { model_list: "other", new: "section" } } },
    {},
    ["node b runs version 1.1.0"],
  ],
  ["encrypt with several keys that both accept", { keyIds: ["new", "key"] }, { keyIds: ["key", "new"] }, []],
  [
    "encrypt with several keys",
    { keyIds: ["new", "key"] },
    {},
    ["GATEWAY_ENCRYPTION_KEY that this node does not have"],
  ],
  [
    "cannot decrypt each other's descriptions",
    { keyIds: ["new"], description: undefined },
    {},
    ["node b encrypts with a GATEWAY_ENCRYPTION_KEY"],
  ],
  [
    "have several session secrets",
    { description: { ...DESCRIPTION, sessionSecret: "t" } },
    {},
    ["node b has another NEXTAUTH_SECRET"],
  ],
  [
    "have several session secrets that this one accepts",
    { description: { ...DESCRIPTION, sessionSecret: "t" } },
    { acceptedSessionSecrets: ["s", "t"] },
    [],
  ],
  [
    "have several master keys",
    { description: { ...DESCRIPTION, masterKey: "l" } },
    {},
    ["node b has another master key"],
  ],
  [
    "have several master keys that this one accepts",
    { description: { ...DESCRIPTION, masterKey: "l" } },
    { acceptedMasterKeys: ["k", "l"] },
    [],
  ],
  [
    "have several configurations",
    { description: { ...DESCRIPTION, configuration: { model_list: "n", JWT_AUDIENCE: "b" } } },
    {},
    ["node b has another configuration than this node: model_list, JWT_AUDIENCE"],
  ],
])("nodes that %s are warned about just that", (_what, other, own, expected) => {
  const warnings = nodeDifferences({ ...OWN, ...own }, [{ ...OTHER, ...other }]);
  expect(warnings).toEqual(expected.map((part) => expect.stringContaining(part)));
});

test("a hundred nodes that differ make a bounded list that says how many more there are", () => {
  const others = Array.from({ length: 100 }, (_, at) => ({ ...OTHER, name: `n${at}`, version: "2.0.0" }));
  const warnings = nodeDifferences(OWN, others);
  expect(warnings).toHaveLength(21);
  expect(warnings.at(-1)).toBe("and 80 more");
});
