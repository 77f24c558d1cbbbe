import type { EndUserScope } from "@/lib/config/rights-schema";
import type { JwtAuthSettings } from "@/lib/config/schema";
import { teamEndUserId } from "@/lib/entity-type";
import type { AccessRequest, EndUserFacts, Facts, Identity } from "./decision";
import { idNamespace, isWithin } from "./id-namespace";

type Named = {
  readonly identity: Pick<Identity, "endUserId" | "idPrefix">;
  readonly request: Pick<AccessRequest, "endUser">;
};

/** The end user whom a call names: by the claim, else in the body. An issuer with a prefix names only its own. */
export function namedEndUser({ identity, request }: Named): string | undefined {
  if (identity.endUserId !== undefined || request.endUser === undefined) return identity.endUserId;
  return identity.idPrefix + request.endUser;
}

/**
 * The end user whom the body names, if its id begins with the prefix of an issuer that is not the caller's. A key that
 * a token made is bound as that token was. A key that an administrator made may call for anybody.
 */
export function foreignEndUser(
  { identity, request }: { readonly identity: Identity } & Pick<Named, "request">,
  settings: JwtAuthSettings,
): string | undefined {
  const { kind, key, issuer, endUserId } = identity;
  if (request.endUser === undefined || endUserId !== undefined) return undefined;
  if (kind !== "jwt" && !key?.maker) return undefined;
  const id = namedEndUser({ identity, request });
  const namespace = idNamespace(issuer ?? key?.maker?.issuer, settings);
  return id === undefined || isWithin(id, namespace) ? undefined : id;
}

/** The id under which a named end user is kept, for the team that the call acts for or for none. */
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
