import type { Change } from "./change";
import { isOfCaller, modelLists, routeLists } from "./list-changes";
import { groupMappings, roleMappings, scopeMappings } from "./mapping-changes";
import { requestChanges } from "./request-changes";
import { rightsChanges } from "./rights-changes";
import { creations, members, unblockings } from "./row-changes";
import { emails, teams, tokenRoles, tokenScopes } from "./token-changes";
import { hostedTools, toolGrants, toolMappings } from "./tool-changes";
import type { Situation } from "./situation";

/** Every change worth trying, in order of preference. */
export function possibleChanges(situation: Situation): Change[] {
  const lists = modelLists(situation);
  const own = lists.filter((change) => isOfCaller(change, situation));
  return [
    ...own,
    ...toolGrants(situation),
    ...hostedTools(situation),
    ...unblockings(situation),
    ...creations(situation),
    ...emails(situation),
    ...teams(situation),
    ...members(situation),
    ...requestChanges(situation),
    ...tokenScopes(situation),
    ...lists.filter((change) => !own.includes(change)),
    ...scopeMappings(situation),
    ...toolMappings(situation),
    ...groupMappings(situation),
    ...tokenRoles(situation),
    ...roleMappings(situation),
    ...rightsChanges(situation),
    ...routeLists(situation),
  ];
}
