import { quote } from "@/lib/quote";
import { fail, skip, type Rule } from "../standing";

/** Refuses callers whose groups the token leaves out, because nobody can say which team they act for. */
export const groupOverageRule: Rule = {
  rule: "group overage",
  spec: "explain/teams",
  codes: ["group_overage"],
  says: "A token that leaves out its groups because they are too many (Entra ID) is refused, unless it names its team otherwise. `group_overage` says what else to do.",
  check({ identity, request, settings }, { admin, viewer }) {
    const { groupOverage, teamId, teamIdIsSoft } = identity;
    if (groupOverage === undefined) return skip("The token leaves out no groups.");
    const left = `The token leaves out ${quote(groupOverage)}, because the caller is in too many groups.`;
    if (settings.jwtAuth.group_overage === "ignore") return skip(`${left} group_overage: ignore passes over that.`);
    if ((admin || viewer) && request.model === undefined)
      return skip(`${left} ${admin ? "An administrator" : "A viewer"} needs no team here.`);
    if (teamId !== undefined && !teamIdIsSoft && request.requestedTeam === undefined)
      return skip(`${left} It names its team otherwise.`);
    const remedy =
      settings.jwtAuth.group_overage === "graph"
        ? "Microsoft Graph is asked only about tokens that a provider has signed."
        : "Let the provider write only the groups assigned to the application, or set group_overage: graph.";
    return fail("group_overage", `${left} So it does not say which teams the caller is in. ${remedy}`);
  },
};
