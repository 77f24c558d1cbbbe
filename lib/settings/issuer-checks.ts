import { settingsOfEntry } from "@/lib/auth/issuer-settings";
import { MAXIMUM_FAULTS, type Fault, type Path } from "@/lib/config/finding";
import type { IssuerEntry, JwtAuthSettings } from "@/lib/config/schema";
import type { AccessContext } from "./access/lookups";
import { checkAccess } from "./access-checks";
import { addressFault } from "./address-checks";

/** The common settings, and those of each issuer that has an entry. */
export function settingsOfAll(settings: JwtAuthSettings): JwtAuthSettings[] {
  return [settings, ...settings.issuers.map((entry) => settingsOf(entry, settings))];
}

/** The faults of the entries of `issuers`, one by one. `base`: where the list is in the file. */
export function issuerFaults(settings: JwtAuthSettings, context: AccessContext, base: Path): Fault[] {
  const { issuers } = settings;
  const first = new Map(issuers.toReversed().map((entry) => [entry.issuer, entry]));
  const faults: Fault[] = [];
  for (const [index, entry] of issuers.entries()) {
    if (faults.length >= MAXIMUM_FAULTS) break;
    const entryPath = [...base, index];
    const { jwks_url: url = entry.issuer } = entry;
    const address = addressFault(url, [...entryPath, entry.jwks_url === undefined ? "issuer" : "jwks_url"]);
    const isRepeated = first.get(entry.issuer) !== entry;
    faults.push(
      ...(address ? [address] : []),
      ...(isRepeated ? [repeated([...entryPath, "issuer"])] : []),
      ...ownAccessFaults(entry, settings, context, entryPath),
    );
  }
  return faults;
}

function settingsOf(entry: IssuerEntry, settings: JwtAuthSettings): JwtAuthSettings {
  return settingsOfEntry(entry, { jwtAuth: settings }).jwtAuth;
}

function repeated(path: Path): Fault {
  return { number: "C034", path, at: "value", message: "this issuer is listed twice", fix: "keep one of the two" };
}

/** The faults of the access settings that an entry gives itself, judged together with the common ones. */
function ownAccessFaults(
  entry: IssuerEntry,
  settings: JwtAuthSettings,
  context: AccessContext,
  entryPath: Path,
): Fault[] {
  const given = new Set(Object.entries(entry).flatMap(([name, value]) => (value === undefined ? [] : [name])));
  const inForce = { ...settingsOf(entry, settings), ...withoutEntries(settings, given), issuers: [] };
  return checkAccess(inForce, context, entryPath).filter(({ path }) => given.has(String(path[entryPath.length])));
}

/**
 * The common lists that an entry does not give, without what only faults about themselves depend on: they are checked
 * once, and not for each issuer again.
 */
function withoutEntries(
  { role_mappings: mappings, role_permissions: permissions }: JwtAuthSettings,
  given: ReadonlySet<string>,
): Partial<JwtAuthSettings> {
  const ofRoles = new Map(permissions.map((permission) => [permission.role, { ...permission, routes: [] }]));
  const lists = {
    admin_allowed_routes: [],
    team_allowed_routes: [],
    scope_mappings: [],
    group_mappings: [],
    role_mappings: mappings.slice(0, 1),
    role_permissions: [...ofRoles.values()],
  };
  return Object.fromEntries(Object.entries(lists).filter(([name]) => !given.has(name)));
}
