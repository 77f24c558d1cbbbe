import type { ServiceAccountMarker } from "@/lib/config/service-account-settings";
import { matchesPattern } from "@/lib/patterns/wildcard";
import { quote } from "@/lib/quote";
import { claimPath, type ClaimPath } from "./claims/claim-path";
import { readPath } from "./claims/read-path";
import type { Claims, VerifiedToken } from "./decision";

type Jwt = Pick<Extract<VerifiedToken, { kind: "jwt" }>, "claims" | "issuer" | "answeredBy">;

/** A marker whose paths are taken apart. */
interface PreparedMarker {
  readonly claim: ClaimPath;
  readonly value: string | undefined;
  readonly other: ClaimPath | undefined;
}

/**
 * Entra ID, Auth0, and providers whose applications are their own subject (RFC 9068 §2.2), such as Okta and Cognito.
 */
const DEFAULT_MARKERS: readonly PreparedMarker[] = prepared([
  { claim: "idtyp", value: "app" },
  { claim: "gty", value: "client-credentials" },
  { claim: "sub", same_as: "client_id" },
  { claim: "sub", same_as: "cid" },
]);

const NONE: readonly string[] = [];
const KEYCLOAK = /\/realms\/[^/]+\/?$/;

/**
 * What shows that a token is a service account's, in words that follow "The token is a service account's:". Undefined
 * for a person's token. `markers`: `service_accounts`; undefined: the defaults. A user name is never a marker, because
 * people choose theirs.
 */
export function serviceAccountMarker(
  token: Jwt,
  markers: readonly ServiceAccountMarker[] | undefined,
): string | undefined {
  const { claims } = token;
  for (const marker of markers === undefined ? DEFAULT_MARKERS : preparedOnce(markers)) {
    const found = matchMarker(claims, marker);
    if (found !== undefined) return found;
  }
  return markers === undefined ? keycloakMarker(token) : undefined;
}

function prepared(markers: readonly ServiceAccountMarker[]): readonly PreparedMarker[] {
  return markers.map(({ claim, value, same_as: other }) => ({
    claim: claimPath(claim),
    value,
    other: other === undefined ? undefined : claimPath(other),
  }));
}

/** Markers of settings, which are taken apart once. */
const known = new WeakMap<readonly ServiceAccountMarker[], readonly PreparedMarker[]>();

function preparedOnce(markers: readonly ServiceAccountMarker[]): readonly PreparedMarker[] {
  let made = known.get(markers);
  if (!made) known.set(markers, (made = prepared(markers)));
  return made;
}

function matchMarker(claims: Claims, { claim, value, other }: PreparedMarker): string | undefined {
  const found = textsOf(readPath(claims, claim));
  if (other !== undefined) {
    const wanted = textsOf(readPath(claims, other));
    if (!found.some((text) => wanted.includes(text))) return undefined;
    return `its claim ${quote(claim.written)} is the same as ${quote(other.written)}`;
  }
  const match = found.find((text) => value === undefined || matchesPattern(value, text));
  return match === undefined ? undefined : `its claim ${quote(claim.written)} is ${quote(match)}`;
}

/**
 * Keycloak writes `client_id` into tokens of service accounts only, but into every introspection response; there,
 * claims with the client's address mark a service account.
 */
function keycloakMarker({ claims, issuer, answeredBy }: Jwt): string | undefined {
  if (issuer === undefined || !KEYCLOAK.test(issuer)) return undefined;
  const names = answeredBy === undefined ? ["client_id"] : ["clientHost", "clientAddress"];
  const name = names.find((one) => textsOf(claims[one]).length > 0);
  return name && `Keycloak has written the claim ${quote(name)}, which people's tokens do not have`;
}

/** The texts of a claim: itself, or the items of a list. Other types tell nothing, except that `true` may be a mark. */
function textsOf(value: unknown): readonly string[] {
  if (value === undefined) return NONE;
  return [value]
    .flat()
    .flatMap((one) => (typeof one === "string" && one !== "" ? [one] : one === true ? ["true"] : []));
}
