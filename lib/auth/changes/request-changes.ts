import type { Change } from "./change";
import { foreignEndUser } from "../end-user";
import { MOST_OF_A_KIND } from "./most-of-a-kind";
import type { Situation } from "./situation";

/** What the caller could ask for otherwise: another team or organisation, or no end user of another issuer. */
export function requestChanges(situation: Situation): Change[] {
  return [...chosenTeam(situation), ...chosenOrganization(situation), ...namedEndUser(situation)];
}

/** The caller may choose another organisation of those that the token names, or none if it names none. */
function chosenOrganization({ identity: { organizationId, organizationIds } }: Situation): Change[] {
  if (organizationIds.length === 0)
    return organizationId === undefined ? [] : [{ kind: "ask-for-no-organization", id: organizationId }];
  return organizationIds
    .filter((id) => id !== organizationId)
    .slice(0, MOST_OF_A_KIND)
    .map((id) => ({ kind: "choose-organization", id }));
}

/** The caller may simply stop asking for a team. */
function chosenTeam({ request: { requestedTeam } }: Situation): Change[] {
  return requestedTeam === undefined ? [] : [{ kind: "ask-for-no-team", team: requestedTeam }];
}

function namedEndUser({ identity, request, settings: { jwtAuth } }: Situation): Change[] {
  const id = foreignEndUser({ identity, request }, jwtAuth);
  return id === undefined ? [] : [{ kind: "name-no-end-user", id }];
}
