import type { Identity } from "../decision";
import { pass, skip, type Rule, type Standing } from "../standing";
import { quote } from "@/lib/quote";

/**
 * The organisation that the call is charged to. It need not be in the database, because nothing in the specification
 * creates one. If it is there, its block and its models count (docs/decisions.md).
 */
export const organizationRule: Rule = {
  rule: "organization",
  spec: "5.4",
  codes: [],
  says: "Finds the organisation that pays. It need not be in the database.",
  check({ identity, facts }) {
    const { organizationId: id } = identity;
    if (id === undefined) return skip("The caller names no organisation. The team may still belong to one.");
    return pass(
      `The call is charged to the organisation ${quote(id)}${facts.organizations.has(id) ? "" : ", which is not in the database"}.`,
    );
  },
};

/** The organisations that must allow the call: the caller's own, which pays, and the acting team's. */
export function organizationIdsOf(identity: Identity, { team }: Pick<Standing, "team">): string[] {
  const ids = [identity.organizationId, team?.facts?.organizationId];
  return [...new Set(ids.filter((id) => id !== undefined && id !== null))];
}
