import type { Identity } from "../decision";
import { fail, pass, skip, type DecisionInput, type Rule, type Standing, type Verdict } from "../standing";
import { quote } from "@/lib/quote";

/**
 * The organisation that the call is charged to. It need not be in the database, because nothing in the specification
 * creates one. If it is there, its block and its models count (docs/explain/users.md). The caller chooses one of
 * several, because the gateway cannot know which of them is to pay.
 */
export const organizationRule: Rule = {
  rule: "organization",
  spec: "5.4",
  codes: ["organization_not_in_token", "organization_required"],
  says: "Finds the organisation that pays: the one that the token names, or the one of several that the caller chose with `x-gateway-organization-id`. It need not be in the database. A request that only reads, and an administrator on management routes, need no choice.",
  check(input, standing) {
    const { identity, facts } = input;
    const { organizationId: id, organizationIds } = identity;
    if (id === undefined) return unnamed(input, standing);
    // The answer does not depend on whether the organisation exists, so nobody can find out by asking.
    if (!organizationIds.includes(id))
      return fail(
        "organization_not_in_token",
        `The organisation ${quote(id)}, asked for in x-gateway-organization-id, is not one of the caller's.`,
      );
    return pass(
      `The call is charged to the organisation ${quote(id)}${facts.organizations.has(id) ? "" : ", which is not in the database"}.`,
    );
  },
};

function unnamed({ identity: { organizationIds }, request }: DecisionInput, { admin }: Standing): Verdict {
  if (organizationIds.length === 0) return skip("The caller names no organisation. The team may still belong to one.");
  const several = `The token names ${organizationIds.length} organisations`;
  const isCharged = request.model !== undefined || (!admin && request.effect !== "reads");
  return isCharged
    ? fail("organization_required", `${several}. Choose one with x-gateway-organization-id.`)
    : skip(`${several}, and this request is charged to none.`);
}

/** The organisations that must allow the call: the caller's own, which pays, and the acting team's. */
export function organizationIdsOf(identity: Identity, { team }: Pick<Standing, "team">): string[] {
  const ids = [identity.organizationId, team?.facts?.organizationId];
  return [...new Set(ids.filter((id) => id !== undefined && id !== null))];
}
