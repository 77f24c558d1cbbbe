import type { EndUserScope } from "@/lib/config/rights-schema";
import { teamEndUserId } from "@/lib/entity-type";
import type { AccessRequest, EndUserFacts, Facts, Identity } from "./decision";

type Named = {
  readonly identity: Pick<Identity, "endUserId">;
  readonly request: Pick<AccessRequest, "endUser">;
};

/** The end user whom a call names: by the claim, else in the body. */
export function namedEndUser({ identity, request }: Named): string | undefined {
  return identity.endUserId ?? request.endUser;
}

/** The id under which an end user is kept, whom a caller names for a team, or for none. */
export function keptEndUserId(named: string, scope: EndUserScope, teamId: string | undefined): string {
  return scope === "shared" ? named : teamEndUserId(teamId, named);
}

/** The id under which the end user of a call is kept; undefined: it names none. */
export function endUserIdOf(
  { facts, ...named }: Named & { readonly facts: Pick<Facts, "endUsers"> },
  teamId: string | undefined,
): string | undefined {
  const id = namedEndUser(named);
  return id === undefined ? undefined : keptEndUserId(id, facts.endUsers.scope, teamId);
}

/** What the database knows about an end user, by the id under which it is kept. */
export function endUserFacts({ endUsers }: Pick<Facts, "endUsers">, id: string | undefined): EndUserFacts | undefined {
  return id === undefined ? undefined : endUsers.rows.get(id);
}
