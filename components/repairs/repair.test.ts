import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { memberEntityId } from "@/lib/entity-type";
import type { RecordedDecision } from "@/lib/wire/explanation";
import { describedChange } from "@/lib/wire/change";
import { raisesOf, repairsOf, repairsOfMiss } from "./repair";

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
const refusal = (code: string, more: Partial<RecordedDecision> = {}): RecordedDecision => ({
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
  ["budget_exceeded", "Look at the caller's limits"],
  ["team_not_found", "Create the team t"],
  ["user_not_found", "Create the user u"],
])("the repair of %s is the smallest grant", (code, sentence) => {
  expect(sentences(refusal(code))).toEqual([sentence]);
});

test("a draft adds the model to what is in force, and changes nothing else", () => {
  expect(repairsOf(refusal("scope_model_not_allowed"), access)).toMatchObject([
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

test("whoever asks for a team that they are not in may become its member, unless their token lists their groups", () => {
  const asked = { team_id: "wanted" };
  expect(repairsOf(refusal("team_not_in_token", asked), access)).toMatchObject([
    { kind: "membership", user: "u", team: "wanted", sentence: "Make u a member of team wanted" },
  ]);
  expect(sentences(refusal("team_not_in_token", { ...asked, identity: { ...identity, groups: ["g"] } }))).toEqual([]);
});

test("nothing is offered for bad credentials, or where nobody could be granted anything", () => {
  expect(sentences(refusal("invalid_token", { identity: null }))).toEqual([]);
  const nobody = { ...identity, team_id: null, user_id: null, organization_id: null, end_user_id: null, key_id: null };
  for (const code of ["team_model_not_allowed", "user_blocked", "key_expired", "key_route_not_allowed"])
    expect(sentences(refusal(code, { identity: nobody }))).toEqual([]);
});

const miss = (...changes: object[]) =>
  repairsOfMiss(
    changes.map((change) => describedChange.parse({ description: "something were so", ...change })),
    access,
    { keyId: "own", model: "gpt-4o" },
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
      kind: "entity",
      entity: "member",
      id: "~1teams~1ml/u",
      step: { do: "raise-budget", needed: 5 },
      sentence: "Raise the budget of u in team /teams/ml",
    },
  ],
  [
    { kind: "raise-budget", holder: "model", id: "openai/*", needed: 5 },
    { kind: "entity", entity: "model", id: "openai/*", sentence: "Raise the budget of model openai/*" },
  ],
  [
    { kind: "raise-limit", holder: "key", id: "k", limit: "rpm_limit", model: "openai/*", needed: 6 },
    {
      entity: "key",
      step: { do: "raise-limit", limit: "rpm_limit", model: "openai/*", needed: 6 },
      sentence: "Allow key k more requests a minute for openai/*",
    },
  ],
  [
    { kind: "raise-limit", holder: "member", id: "t/u", limit: "tpm_limit", model: null, needed: 6 },
    { entity: "member", id: "t/u", sentence: "Allow u in team t more tokens a minute" },
  ],
  [
    { kind: "add-member", user: "u", team: "t" },
    { kind: "membership", user: "u", team: "t", sentence: "Make u a member of team t" },
  ],
  [
    { kind: "make-team-administrator", user: "u", team: "/teams/ml" },
    { entity: "member", id: "~1teams~1ml/u", step: { do: "make-team-administrator" } },
  ],
  [
    { kind: "make-viewer", user: "u" },
    { entity: "user", id: "u", step: { do: "make-viewer" }, sentence: "Make u a viewer" },
  ],
  [
    { kind: "create-user", id: "u" },
    { kind: "creation", entity: "user", id: "u", model: "gpt-4o", sentence: "Create the user u" },
  ],
  [
    { kind: "create-team", id: "/teams/ml" },
    { kind: "creation", entity: "team", id: "/teams/ml", model: "gpt-4o", sentence: "Create the team /teams/ml" },
  ],
  [
    { kind: "add-scope", scope: "s" },
    { kind: "elsewhere", sentence: "It would be allowed if something were so" },
  ],
  [
    { kind: "set-claim", setting: "team_ids_jwt_field", line: "orgs[].id" },
    { kind: "elsewhere", sentence: "It would be allowed if something were so" },
  ],
  [{ kind: "other" }, { kind: "elsewhere", sentence: "It would be allowed if something were so" }],
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

const bound = (more: object) => ({
  holder: "key" as const,
  id: "k",
  limit: "rpm_limit" as const,
  model: null,
  name: "key sk-...abcd",
  value: 5,
  ...more,
});

test.each([
  ["requests", "The rate limit of key sk-...abcd is reached: 5 requests a minute. Try again in 3 s.", {}, 1],
  ["another limit of the same key", "The rate limit of key sk-...abcd is reached: 5 tokens a minute.", {}, 0],
  ["a limit that was raised since then", "The rate limit of key sk-...abcd is reached: 4 requests a minute.", {}, 0],
  ["a limit for one model alone", 'The rate limit of key sk-...abcd for "m" is reached: 5 requests a minute.', {}, 0],
  [
    "tokens of a call",
    "The rate limit of key sk-...abcd is reached: 5 tokens a minute, and this call may use 9. Try again in 3 s.",
    { limit: "tpm_limit" },
    1,
  ],
  [
    "figures that the caller was not told",
    'The rate limit of organisation "o" is reached. Try again in 3 s.',
    { holder: "organization", id: "o", name: 'organisation "o"' },
    1,
  ],
  [
    "parallel calls",
    "The limit of parallel calls of key sk-...abcd is reached: 5 are in flight. Try again when one of them has ended.",
    { limit: "max_parallel_requests" },
    1,
  ],
  ["no message", null, {}, 0],
])("a limit that refused a call in a minute long over can be raised: %s", (_, message, more, count) => {
  const raises = raisesOf(message, [bound(more)]);
  expect(raises).toHaveLength(count);
  for (const raise of raises) expect(raise).toMatchObject({ kind: "entity", step: { do: "raise-limit", needed: 6 } });
});

test("a repair calls whom it is about by their name, and changes them by their id", () => {
  const nameOf = (kind: string, id: string): string => `${kind} of ${id.toUpperCase()}`;
  const denied = ["team_model_not_allowed", "user_blocked", "key_expired", "key_route_not_allowed"];
  const told = denied.flatMap((code) => repairsOf(refusal(code), access, nameOf));
  expect(told.map(({ sentence }) => sentence)).toEqual([
    "Let team team of T use gpt-4o",
    "Unblock user user of U",
    "Extend the key key of K",
    "Let key key of K call /chat/completions",
  ]);
  expect(told.map((repair) => "id" in repair && repair.id)).toEqual(["t", "u", "k", "k"]);
  const id = memberEntityId("t", "u");
  const change = { kind: "raise-budget" as const, holder: "member" as const, id, needed: 1, description: "" };
  expect(repairsOfMiss([change], access, { nameOf }).map(({ sentence }) => sentence)).toEqual([
    "Raise the budget of user of U in team team of T",
  ]);
});

test("a model without a price leads to the form of a new price for it", () => {
  expect(repairsOf(refusal("model_unpriced", { model: "house" }), access)).toMatchObject([
    { kind: "page", sentence: "Give house a price", href: "/console/prices?new=house" },
  ]);
});

test("an unknown model leads to the form of a new one with its name, and a limit to whom it is about", () => {
  const places = ["model_not_found", "budget_exceeded"].flatMap((code) => repairsOf(refusal(code), access));
  expect(places).toMatchObject([{ href: "/console/models?new=gpt-4o" }, { href: "/console/key?id=k" }]);
  expect(repairsOf(refusal("model_not_found", { model: null }), access)).toMatchObject([
    { href: "/console/models?new=1" },
  ]);
});
