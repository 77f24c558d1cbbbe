import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asCase, questionArbitrary, type Question } from "@/testing/auth/decision-arbitrary";
import { inputOf, runCase } from "@/testing/auth/decision-case";
import { applyChange } from "./changes/change";
import { decide, RULES } from "./decide";
import { ISSUER } from "./cases/case";
import { DECISION_CASES } from "./decide.cases";
import type { Decision } from "./decision";
import { isFault } from "./identify";
import { findNearestMiss, type NearestMiss } from "./nearest-miss";

/** All properties share the questions of one run, so that most are generated and decided once. Each run has others. */
const runs = { numRuns: 300, seed: Date.now() % 0x7fffffff };
const questions = fc.sample(questionArbitrary, runs);
const decisions = new WeakMap<Question, Promise<Decision>>();

function run(question: Question): Promise<Decision> {
  const known = decisions.get(question);
  if (known) return known;
  const decision = runCase(asCase(question));
  decisions.set(question, decision);
  return decision;
}

/** The entries of `issuers` in the file. */
const entriesOf = ({ file }: Question): readonly Record<string, unknown>[] =>
  (file["issuers"] ?? []) as readonly Record<string, unknown>[];
const claimsOf = ({ token }: Question): Record<string, unknown> =>
  typeof token === "object" && "claims" in token ? token.claims : {};
const isJwt = ({ token }: Question): boolean => typeof token === "object" && "claims" in token;

async function forAll(holds: (question: Question) => Promise<void>): Promise<void> {
  for (const question of questions) {
    try {
      await holds(question);
    } catch (error) {
      // The same seed makes the same questions; this reports the smallest that fails.
      await fc.assert(fc.asyncProperty(questionArbitrary, holds), runs);
      throw error;
    }
  }
}

function namesTeam(question: Question, decision: Extract<Decision, { allow: true }>): boolean {
  const { client_id, team, oid, groups, team_name: alias } = claimsOf(question);
  const { teamId, teamIsDefault, groupTeams = [] } = decision.principal;
  if (teamId === undefined || teamIsDefault) return false;
  // A team is created only because the token names it; a group may name it by a mapping.
  if (decision.obligations.some((made) => made.kind === "create-team" && made.id === teamId)) return true;
  const named = [client_id, team, oid, groups, ...groupTeams].flat();
  return named.includes(teamId) || (alias !== undefined && question.state.teams?.[teamId]?.alias === alias);
}

describe("whatever the settings, the token, the state and the request", () => {
  test("the same input always gives the same decision", () =>
    forAll(async (question) => {
      expect(await runCase(asCase(question))).toEqual(await run(question));
    }));

  test("every refusal has a code that its rule declares", () =>
    forAll(async (question) => {
      const decision = await run(question);
      const failed = decision.checks.find(({ outcome }) => outcome === "fail");
      if (decision.allow || failed?.rule === "identity") return;
      expect(RULES.find(({ rule }) => rule === failed?.rule)?.codes).toContain(decision.code);
    }));

  test("no call is allowed without a principal", () =>
    forAll(async (question) => {
      const decision = await run(question);
      if (!decision.allow) return;
      const { admin, viewer, keyId, teamId, userId } = decision.principal;
      expect(admin || viewer || keyId !== undefined || teamId !== undefined || userId !== undefined).toBe(true);
    }));

  test("no call is allowed if one of its payers is blocked", () =>
    forAll(async (question) => {
      const decision = await run(question);
      if (!decision.allow) return;
      const { admin, viewer, teamId, userId, organizationId, endUserId } = decision.principal;
      const { teams, users, organizations, endUsers } = question.state;
      expect(teamId !== undefined && teams?.[teamId]?.blocked === true).toBe(false);
      expect(userId !== undefined && users?.[userId]?.blocked === true).toBe(false);
      expect(endUserId !== undefined && endUsers?.[endUserId]?.blocked === true).toBe(false);
      if ((admin || viewer) && question.request.model === undefined) return;
      expect(
        [organizationId, teamId === undefined ? undefined : teams?.[teamId]?.organization].some(
          (id) => id !== undefined && organizations?.[id]?.blocked === true,
        ),
      ).toBe(false);
    }));

  test("a caller who is refused before the model is known is refused for every model", () =>
    forAll(async (question) => {
      const { request } = question;
      if (request.model === undefined) return;
      const early = await run({ ...question, request: { ...request, model: undefined, user: undefined } });
      if (!early.allow) expect((await run(question)).allow).toBe(false);
    }));

  test("with scope-based access, a JWT may use only models that one of its scopes lists by name", () =>
    forAll(async (question) => {
      const { access, request } = question;
      const decision = await run({ ...question, access: { ...access, enforce_scope_based_access: true } });
      if (!isJwt(question) || request.model === undefined || !decision.allow) return;
      expect(access.scope_mappings?.some(({ models }) => models.includes(request.model ?? ""))).toBe(true);
      expect(request.model).not.toContain("*");
    }));

  test("scope-based access allows no call that would be refused without it", () =>
    forAll(async (question) => {
      const [on, off] = await Promise.all(
        [true, false].map((enforce_scope_based_access) =>
          run({ ...question, access: { ...question.access, enforce_scope_based_access } }),
        ),
      );
      if (on?.allow) expect(off?.allow).toBe(true);
    }));

  test("enforce_rbac without mappings allows no call that would be refused without it", () =>
    forAll(async (question) => {
      const [on, off] = await Promise.all(
        [true, false].map((enforce_rbac) =>
          run({ ...question, access: { ...question.access, role_mappings: [], group_mappings: [], enforce_rbac } }),
        ),
      );
      if (on?.allow) expect(off?.allow).toBe(true);
    }));

  test("with team-based access, a JWT may use models only through a team", () =>
    forAll(async (question) => {
      const decision = await run({
        ...question,
        access: { ...question.access, enforce_team_based_model_access: true },
      });
      if (isJwt(question) && question.request.model !== undefined && decision.allow)
        expect(decision.principal.teamId).toBeDefined();
    }));

  test("the chosen team is the acting team, or the call is refused", () =>
    forAll(async (question) => {
      const { request, token } = question;
      const decision = await run(question);
      if (request.team !== undefined && token !== "master key" && decision.allow)
        expect(decision.principal.teamId).toBe(request.team);
    }));

  test("the default team pays only for tokens none of whose groups is the id of a team", () =>
    forAll(async (question) => {
      const file = { ...question.file, team_ids_jwt_field: "groups", team_id_upsert: false, issuers: [] };
      const decision = await run({ ...question, file });
      if (!decision.allow || !decision.principal.teamIsDefault) return;
      expect(decision.principal.teamId).toBe(question.access["team_id_default"]);
      const groups = [claimsOf(question)["groups"]].flat().map(String);
      expect(groups.filter((group) => Object.hasOwn(question.state.teams ?? {}, group))).toEqual([]);
    }));

  test("no pattern of roles or groups makes administrators", () =>
    forAll(async (question) => {
      const decision = await run({
        ...question,
        access: {
          ...question.access,
          enforce_rbac: true,
          role_mappings: [{ role: "*", internal_role: "proxy_admin" }],
          group_mappings: [{ group: "*", internal_role: "proxy_admin" }],
        },
      });
      if (!isJwt(question) || !decision.allow || !decision.principal.admin) return;
      expect(decision.checks.find(({ rule }) => rule === "admin")?.because).toContain("admin scope");
    }));

  test("a role mapping more takes no model away", () =>
    forAll(async (question) => {
      const { role_mappings: mappings = [] } = question.access;
      if (!(await run(question)).allow) return;
      const one = mappings.map((mapping) => ({ ...mapping, models: ["some-model"] }));
      const more = await run({ ...question, access: { ...question.access, role_mappings: [...mappings, ...one] } });
      expect(more.allow).toBe(true);
    }));

  test("with enforce_rbac, a token with an object id and without a mapped role is allowed only to administrators by scope", () =>
    forAll(async (question) => {
      const decision = await run({
        ...question,
        access: {
          ...question.access,
          enforce_rbac: true,
          role_mappings: [],
          group_mappings: [],
          object_id_jwt_field: "oid",
        },
      });
      if (claimsOf(question)["oid"] === undefined || !decision.allow) return;
      expect(decision.principal.admin || decision.principal.viewer).toBe(true);
    }));

  test("with an e-mail domain, a JWT that names no team is allowed only with an e-mail of the domain", () =>
    forAll(async (question) => {
      const decision = await run({
        ...question,
        file: { ...question.file, user_allowed_email_domain: "example.com", user_email_jwt_field: "email" },
      });
      const { email, email_verified: verified } = claimsOf(question);
      if (!isJwt(question) || !decision.allow || decision.principal.admin || namesTeam(question, decision)) return;
      if (decision.principal.viewer && decision.principal.userId === undefined) return;
      expect(String(email).toLowerCase()).toBe("sam@example.com");
      expect(verified).not.toBe(false);
      if (question.file["email_verified_required"] === true) expect(verified).toBe(true);
    }));

  test("a viewer never writes, and only people administer teams, never those that are blocked", () =>
    forAll(async (question) => {
      const decision = await run(question);
      if (!decision.allow) return;
      const { viewer, administers } = decision.principal;
      if (viewer)
        expect([isJwt(question), question.request.method, question.request.model]).toEqual([true, "GET", undefined]);
      for (const id of administers) {
        expect(isJwt(question)).toBe(true);
        expect(question.state.teams?.[id]?.blocked ?? false).toBe(false);
      }
    }));

  test("an issuer whose entry does not allow it makes no administrators and no viewers", () =>
    forAll(async (question) => {
      const decision = await run(question);
      const entry = entriesOf(question).find(({ issuer }) => issuer === (claimsOf(question)["iss"] ?? ISSUER));
      if (!isJwt(question) || entry === undefined || entry["allow_admin"] === true || !decision.allow) return;
      expect([decision.principal.admin, decision.principal.viewer]).toEqual([false, false]);
    }));

  test("nothing is created unless its setting allows it", () =>
    forAll(async (question) => {
      const decision = await run({
        ...question,
        file: {
          ...question.file,
          user_id_upsert: false,
          team_id_upsert: false,
          sync_user_teams: false,
          issuers: entriesOf(question).map(({ issuer, jwks_url }) => ({ issuer, jwks_url })),
        },
      });
      if (decision.allow) expect(decision.obligations).toEqual([]);
    }));
});

describe("the nearest miss", () => {
  async function search(line: Parameters<typeof inputOf>[0]): Promise<NearestMiss | undefined> {
    const { identity, ...input } = await inputOf(line);
    if (isFault(identity)) return undefined;
    const situation = {
      ...input,
      identity,
      knownTeams: [
        ...input.facts.teams.values(),
        { id: "known", alias: null, organizationId: null, models: [], blocked: false },
      ],
    };
    const miss = findNearestMiss(situation);
    if (decide(situation).allow) expect(miss).toBeUndefined();
    if (!miss) return undefined;
    expect(decide(miss.changes.reduce(applyChange, situation)).allow, miss.sentence).toBe(true);
    for (const change of miss.changes) {
      if (miss.changes.length > 1) expect(decide(applyChange(situation, change)).allow, miss.sentence).toBe(false);
    }
    return miss;
  }

  test("the nearest miss turns every random refusal that it answers into an allow, with as few changes as possible", () =>
    forAll(async (question) => void (await search(asCase(question)))));

  test("every refusal of the case table has a nearest miss, except keys that manage or need a team, keys whose maker's issuer is gone or whose maker's role is not mapped, unmapped tokens without scopes, tokens with too many groups, impossible model names, and tools that are not served", async () => {
    const without: string[] = [];
    for (const line of DECISION_CASES) {
      const miss = await search(line);
      if (!miss && "deny" in line.expect && line.expect.deny !== "invalid_token") without.push(line.name);
    }
    const managing = [
      "by default a key may call no management route",
      "a key's routes do not open the configuration, which is for administrators",
      "/v1/* in a key's routes opens no management route",
      "a key made by somebody of an issuer that the settings no longer have is refused",
      "a key that carries the admin scope of its maker's token is not an administrator's",
      "with enforce_team_based_model_access a key that a user made without a team opens no model",
    ];
    const unmapped = "a key is refused once the role of its maker is no longer mapped";
    expect(without).toEqual([
      ...managing,
      "a virtual key of a viewer reads no more than other keys",
      "a refused call adds nothing",
      "a virtual key of the administrator of a team administers nothing",
      "a token with more groups than are looked up is refused, even if the first one is a team",
      "a token that leaves out its groups is refused",
      "a token that only marks that it has groups is refused",
      "a team chosen among groups that the token leaves out is refused",
      unmapped,
      ...["*", "openai/*", ".*"].map((model) => `a model called ${model} matches no mapping`),
      "a tool that its server's settings close is closed to the master key too",
      "a server that does not exist is refused as one that nobody grants",
      "a server whose name every object has is not granted by accident",
      "a server that is open to all serves no tool that its settings leave out",
    ]);
  });
});
