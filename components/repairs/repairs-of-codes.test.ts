import { expect, test } from "vitest";
import type { DecisionCase } from "@/lib/auth/cases/case";
import { decide, RULES } from "@/lib/auth/decide";
import { DECISION_CASES } from "@/lib/auth/decide.cases";
import { isFault } from "@/lib/auth/identify";
import { findNearestMiss } from "@/lib/auth/nearest-miss";
import { inputOf } from "@/testing/auth/decision-case";
import { identityView } from "@/lib/wire/explanation";
import { REFUSALS } from "../../e2e/support/refusals-to-repair";
import { offersOf } from "./offers";
import type { Repair } from "./repair";

/** The repairs that the console offers for a case of the table. Undefined: the case is allowed, or names nobody. */
async function offered(line: DecisionCase): Promise<{ code: string; repairs: readonly Repair[] } | undefined> {
  const { identity, ...input } = await inputOf(line);
  if (isFault(identity)) return undefined;
  const decision = decide({ ...input, identity });
  if (decision.allow) return undefined;
  const known = { id: "known", alias: null, organizationId: null, models: [], blocked: false };
  const knownTeams = [...input.facts.teams.values(), known];
  const miss = findNearestMiss({ ...input, identity, knownTeams });
  const changes = (miss?.changes ?? []).map((change, at) => ({ ...change, description: miss?.descriptions[at] ?? "" }));
  const { request, settings } = input;
  const { code, message } = decision;
  const refused = {
    code,
    message,
    route: request.route,
    model: request.model ?? null,
    team_id: request.requestedTeam ?? null,
    end_user_id: request.endUser ?? null,
    identity: identityView(identity),
  };
  return { code, repairs: offersOf(refused, { changes, sentence: "" }, settings.jwtAuth).flat() };
}

/**
 * The repairs offered for each code of the rules, over all cases of the table. Codes without repairs are about what
 * only the caller or the identity provider can change.
 */
const OFFERED: Readonly<Record<string, readonly string[]>> = {
  email_domain_not_allowed: [],
  end_user_blocked: ["unblock"],
  end_user_not_allowed: [],
  group_overage: [],
  hosted_tool_not_allowed: ["grant-hosted-tools", "settings"],
  key_blocked: ["unblock"],
  key_expired: ["renew"],
  key_issuer_removed: [],
  key_model_not_allowed: ["grant-model"],
  key_route_not_allowed: ["grant-route"],
  mcp_server_not_allowed: ["grant-tool", "settings"],
  organization_blocked: ["unblock"],
  organization_model_not_allowed: ["grant-model"],
  organization_not_in_token: [],
  organization_required: [],
  role_model_not_allowed: ["settings"],
  role_not_mapped: ["settings"],
  role_required: [],
  role_route_not_allowed: ["settings"],
  route_not_allowed: ["make-team-administrator", "make-viewer", "settings", "unblock"],
  scope_model_not_allowed: ["settings"],
  team_blocked: ["unblock"],
  team_model_not_allowed: ["grant-model"],
  team_not_found: ["creation"],
  team_not_in_token: ["membership"],
  team_required: ["membership"],
  too_many_teams: [],
  tool_not_allowed: ["grant-tool", "settings"],
  user_blocked: ["unblock"],
  user_model_not_allowed: ["grant-model"],
  user_not_found: ["creation"],
  user_required: [],
};

test("every refusal of the case table that an administrator can repair offers that", async () => {
  const found = new Map<string, Set<string>>();
  for (const line of DECISION_CASES) {
    const one = await offered(line);
    if (!one) continue;
    const kinds = found.get(one.code) ?? new Set<string>();
    found.set(one.code, kinds);
    for (const repair of one.repairs) {
      if (repair.kind === "elsewhere") continue;
      kinds.add(repair.kind === "entity" ? repair.step.do : repair.kind);
    }
  }
  expect(Object.fromEntries([...found].map(([code, kinds]) => [code, [...kinds].sort()]))).toEqual(OFFERED);
  const codes = RULES.flatMap((rule): readonly string[] => rule.codes).filter((code) => code !== "not_granted");
  expect(Object.keys(OFFERED)).toEqual([...new Set(codes)].sort());
});

test("the story that counts the clicks takes each repair of each code", () => {
  const offered = Object.entries(OFFERED).flatMap(([code, kinds]) => kinds.map((kind) => `${code}: ${kind}`));
  const told = new Set(REFUSALS.map(({ code, does }) => `${code}: ${does}`));
  // The story has no tool server; `entity-step.test.ts` has what the repair saves.
  for (const code of ["mcp_server_not_allowed", "tool_not_allowed"])
    for (const repair of ["grant-tool", "settings"]) told.add(`${code}: ${repair}`);
  // Nor does it bring hosted tools.
  for (const repair of ["grant-hosted-tools", "settings"]) told.add(`hosted_tool_not_allowed: ${repair}`);
  expect(offered.filter((one) => !told.has(one))).toEqual([]);
});
