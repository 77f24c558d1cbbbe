import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import type { RecordedDecision } from "@/lib/wire/explanation";
import { repairsOf, repairsOfMiss } from "./repair";

const identity: NonNullable<RecordedDecision["identity"]> = {
  kind: "jwt",
  issuer: null,
  subject: null,
  scopes: ["models:chat"],
  roles: ["ml-lead"],
  team_id: "t",
  groups: [],
  user_id: "u",
  email: null,
  object_id: null,
  organization_id: "o",
  end_user_id: "e",
  key_id: "k",
};
const denial = (code: string, more: Partial<RecordedDecision> = {}): RecordedDecision => ({
  id: "dec_1",
  at: "2026-01-01T00:00:00Z",
  generation: 1,
  fingerprint: "f",
  method: "POST",
  route: "/chat/completions",
  model: "gpt-4o",
  team_id: null,
  end_user_id: null,
  allow: false,
  code,
  message: null,
  checks: [],
  identity,
  ...more,
});
const access = jwtAuth.parse({
  role_mappings: [{ role: "ml-*", internal_role: "team" }],
  role_permissions: [
    { role: "team", models: ["house"] },
    { role: "internal_user", models: ["other"] },
  ],
  scope_mappings: [
    { scope: "models:chat", models: ["house"] },
    { scope: "models:all", models: ["gpt-4o"] },
  ],
});
const sentences = (record: RecordedDecision): string[] => repairsOf(record, access).map(({ sentence }) => sentence);

test.each([
  ["team_model_not_allowed", "Let team t use gpt-4o"],
  ["team_blocked", "Unblock team t"],
  ["role_model_not_allowed", "Let the role team use gpt-4o"],
  ["scope_model_not_allowed", "Let the scope models:chat use gpt-4o"],
  ["route_not_allowed", "Let the tokens of all teams call /chat/completions"],
  ["user_model_not_allowed", "Let user u use gpt-4o"],
  ["organization_model_not_allowed", "Let organisation o use gpt-4o"],
  ["key_model_not_allowed", "Let key k use gpt-4o"],
  ["user_blocked", "Unblock user u"],
  ["organization_blocked", "Unblock organisation o"],
  ["end_user_blocked", "Unblock end user e"],
  ["key_blocked", "Unblock key k"],
  ["key_expired", "Extend the key k"],
  ["key_route_not_allowed", "Let key k call /chat/completions"],
  ["model_not_found", "Add an entry that serves gpt-4o"],
  ["budget_exceeded", "Look at the limits of whoever called"],
])("the repair of %s is the smallest grant", (code, sentence) => {
  expect(sentences(denial(code))).toEqual([sentence]);
});

test("a draft adds the model to what is in force, and changes nothing else", () => {
  expect(repairsOf(denial("scope_model_not_allowed"), access)).toMatchObject([
    {
      settings: {
        scope_mappings: [
          { scope: "models:chat", models: ["house", "gpt-4o"] },
          { scope: "models:all", models: ["gpt-4o"] },
        ],
      },
    },
  ]);
});

test("nothing is offered for bad credentials, or where nobody could be granted anything", () => {
  expect(sentences(denial("invalid_token", { identity: null }))).toEqual([]);
  const nobody = { ...identity, team_id: null, user_id: null, organization_id: null, end_user_id: null, key_id: null };
  for (const code of ["team_model_not_allowed", "user_blocked", "key_expired", "key_route_not_allowed"])
    expect(sentences(denial(code, { identity: nobody }))).toEqual([]);
});

const miss = (...changes: object[]) =>
  repairsOfMiss(
    changes.map((change) => ({ kind: "", description: "something were so", ...change })),
    access,
    "own",
  );

test.each([
  [
    { kind: "allow-model", holder: "team", id: "t", model: "m" },
    { kind: "entity", entity: "team", id: "t", sentence: "Let team t use m" },
  ],
  [
    { kind: "allow-model", holder: "user", id: "a/b", model: "m" },
    { entity: "user", id: "a/b", step: { do: "grant-model", model: "m" }, sentence: "Let user a/b use m" },
  ],
  [
    { kind: "unblock", entity: "team", id: "t" },
    { entity: "team", id: "t", step: { do: "unblock" }, sentence: "Unblock team t" },
  ],
  [
    { kind: "unblock", entity: "key", id: "k" },
    { entity: "key", id: "k", step: { do: "unblock" }, sentence: "Unblock key k" },
  ],
  [
    { kind: "allow-model", holder: "organization", id: "o", model: "m" },
    { entity: "organization", id: "o", sentence: "Let organisation o use m" },
  ],
  [
    { kind: "renew-key", id: "k" },
    { entity: "key", id: "k", step: { do: "renew" }, sentence: "Extend the key k" },
  ],
  [
    { kind: "allow-route", list: "allowed_routes", route: "/embeddings" },
    { entity: "key", id: "own", step: { do: "grant-route", route: "/embeddings" } },
  ],
  [
    { kind: "raise-budget", holder: "end_user", id: "e", needed: 5 },
    {
      entity: "end_user",
      id: "e",
      step: { do: "raise-budget", needed: 5 },
      sentence: "Raise the budget of end user e",
    },
  ],
  [
    { kind: "raise-budget", holder: "member", id: "~1teams~1ml/u", needed: 5 },
    {
      kind: "page",
      href: "/console/team?id=%2Fteams%2Fml",
      sentence: "Raise the budget of a member of team /teams/ml",
    },
  ],
  [
    { kind: "raise-budget", holder: "model", id: "openai/*", needed: 5 },
    { kind: "page", href: "/console/models" },
  ],
  [
    { kind: "create-user", id: "u" },
    { kind: "page", sentence: "Create the user u" },
  ],
  [
    { kind: "add-scope", scope: "s" },
    { kind: "elsewhere", sentence: "It would be allowed if something were so" },
  ],
  [
    { kind: "map-scope", scope: "models:chat", model: "m" },
    {
      kind: "settings",
      sentence: "Let the scope models:chat use m",
      settings: { scope_mappings: [{ models: ["house", "m"] }, { models: ["gpt-4o"] }] },
    },
  ],
  [
    { kind: "allow-model", holder: "role", id: "team", model: "m" },
    { kind: "settings", settings: { role_permissions: [{ models: ["house", "m"] }, { models: ["other"] }] } },
  ],
])("a nearest miss is offered as what an administrator does: %j", (change, repair) => {
  expect(miss(change)).toMatchObject([repair]);
});

test("two changes of settings are one draft, and a change of the database stays a step of its own", () => {
  const role = { kind: "map-role", role: "x", internalRole: "team" };
  const scope = { kind: "map-scope", scope: "new", model: "m" };
  expect(miss(role, { kind: "unblock", entity: "team", id: "t" }, scope)).toMatchObject([
    {
      sentence: "Map the role x to team; Let the scope new use m",
      settings: { role_mappings: [{}, { role: "x" }], scope_mappings: [{}, {}, { scope: "new", models: ["m"] }] },
    },
    { kind: "entity", step: { do: "unblock" } },
  ]);
});
