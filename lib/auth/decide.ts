import { quote } from "@/lib/quote";
import type { Check, Decision, Identity, IdentityFault, Principal } from "./decision";
import { endUserIdOf } from "./end-user";
import { groupTeams } from "./group-teams";
import { isFault } from "./identify";
import { decidingSettings } from "./issuer-settings";
import { adminRule } from "./rules/admin";
import { blockedRule } from "./rules/blocked";
import { emailDomainRule } from "./rules/email-domain";
import { grantedRule } from "./rules/granted";
import { groupOverageRule } from "./rules/group-overage";
import { hostedToolRule } from "./rules/hosted-tool";
import { keyGenerationRule } from "./rules/key-generation";
import { keyRule } from "./rules/key";
import { membershipsRule } from "./rules/memberships";
import { modelRule } from "./rules/model";
import { organizationRule } from "./rules/organization";
import { roleRule } from "./rules/role";
import { routeRule } from "./rules/route";
import { scopeRule } from "./rules/scope";
import { teamAdministratorRule } from "./rules/team-administrator";
import { teamRule } from "./rules/team";
import { toolRule } from "./rules/tool";
import { userRule } from "./rules/user";
import { viewerRule } from "./rules/viewer";
import { counted, NO_STANDING, type DecisionInput, type Rule, type Standing } from "./standing";

/**
 * The rules in the order in which they are asked. Each one passes, skips because it does not concern this caller, or
 * fails and ends the decision. A skipped rule grants nothing; the last rule refuses a request that no rule granted.
 */
export const RULES: readonly Rule[] = [
  keyRule,
  roleRule,
  adminRule,
  viewerRule,
  teamAdministratorRule,
  keyGenerationRule,
  routeRule,
  scopeRule,
  emailDomainRule,
  organizationRule,
  groupOverageRule,
  teamRule,
  userRule,
  blockedRule,
  modelRule,
  toolRule,
  hostedToolRule,
  membershipsRule,
  grantedRule,
];

/**
 * Decides whether an identity may do what it asks for, by the settings that bind its issuer. Pure: the same arguments
 * always give the same answer. An allow lists what has to be created as obligations and creates nothing itself.
 */
export function decide(
  input: Omit<DecisionInput, "identity"> & { readonly identity: Identity | IdentityFault },
): Decision {
  const { identity } = input;
  if (isFault(identity)) {
    const fault: Check = { rule: "identity", spec: "2.5", outcome: "fail", because: identity.message };
    return { allow: false, code: "invalid_token", message: identity.message, checks: [fault, ...notReached(RULES)] };
  }
  const checks: Check[] = [{ rule: "identity", spec: "2.5, 5.4", outcome: "pass", because: describe(identity) }];
  const settings = decidingSettings(identity, input.settings);
  const decisionInput: DecisionInput = { ...input, identity, settings };
  let standing: Standing = NO_STANDING;
  for (const [index, { rule, spec, check }] of RULES.entries()) {
    const verdict = check(decisionInput, standing);
    checks.push({ rule, spec, outcome: verdict.outcome, because: verdict.because });
    if (verdict.outcome === "fail") {
      checks.push(...notReached(RULES.slice(index + 1)));
      return { allow: false, code: verdict.code, message: verdict.because, checks };
    }
    if (verdict.outcome === "pass" && verdict.adds) standing = { ...standing, ...verdict.adds };
  }
  return {
    allow: true,
    principal: principal(decisionInput, standing),
    obligations: standing.obligations,
    checks,
  };
}

function notReached(rules: readonly Rule[]): Check[] {
  return rules.map(({ rule, spec }) => ({ rule, spec, outcome: "not reached", because: "" }));
}

function describe(identity: Identity): string {
  switch (identity.kind) {
    case "master-key":
      return "The master key.";
    case "virtual-key":
      return "A virtual key.";
    case "jwt": {
      const ids = [
        identity.teamId && `the team ${quote(identity.teamId)}`,
        identity.groups.length > 0 && counted(identity.groups.length, "group"),
        identity.userId && `the user ${quote(identity.userId)}`,
        identity.objectId && `the object ${quote(identity.objectId)}`,
        identity.organizationId
          ? `the organisation ${quote(identity.organizationId)}`
          : identity.organizationIds.length > 0 && counted(identity.organizationIds.length, "organisation"),
        identity.endUserId && `the end user ${quote(identity.endUserId)}`,
      ].filter(Boolean);
      const machine = identity.serviceAccount;
      const account = machine === undefined ? "" : ` The token is a service account's: ${machine}.`;
      return `A JWT naming ${ids.length > 0 ? ids.join(", ") : "nobody"}.${account}`;
    }
  }
}

/** Whom an allowed call acts for and who is charged. */
function principal(input: DecisionInput, standing: Standing): Principal {
  const { identity, request, facts } = input;
  const ofTeam = standing.team?.facts?.organizationId ?? undefined;
  const organizationId = identity.organizationId ?? ofTeam;
  return {
    admin: standing.admin,
    viewer: standing.viewer,
    administers: standing.administers,
    role: standing.role,
    ...(standing.makesKeys && { makesKeys: standing.makesKeys }),
    keyId: identity.key?.id,
    teamId: standing.team?.id,
    ...(standing.team?.isDefault && { teamIsDefault: true }),
    ...(identity.groups.length > 0 && { groupTeams: groupTeams(input).map(({ id }) => id) }),
    userId: standing.user?.id,
    organizationId,
    teamOrganizationId: ofTeam === organizationId ? undefined : ofTeam,
    endUserId: endUserIdOf({ identity, request, facts }, standing.team?.id),
  };
}
