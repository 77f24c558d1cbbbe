import { settingsOfEntry } from "@/lib/auth/issuer-settings";
import type { Fault, Path } from "@/lib/config/finding";
import type { IssuerEntry, JwtAuthSettings } from "@/lib/config/schema";
import { checkAccess, type AccessContext } from "./access-checks";
import { addressFault } from "./address-checks";

/** The common settings, and those of each issuer that has an entry. */
export function settingsOfAll(settings: JwtAuthSettings): JwtAuthSettings[] {
  return [settings, ...settings.issuers.map((entry) => settingsOf(entry, settings))];
}

/** The faults of the entries of `issuers`, one by one. `base`: where the list is in the file. */
export function issuerFaults(settings: JwtAuthSettings, context: AccessContext, base: Path): Fault[] {
  const { issuers } = settings;
  return issuers.flatMap((entry, index) => {
    const place = [...base, index];
    const { jwks_url: url = entry.issuer } = entry;
    const address = addressFault(url, [...place, entry.jwks_url === undefined ? "issuer" : "jwks_url"]);
    const isRepeated = issuers.findIndex((earlier) => earlier.issuer === entry.issuer) !== index;
    return [
      ...(address ? [address] : []),
      ...(isRepeated ? [repeated([...place, "issuer"])] : []),
      ...ownAccessFaults(entry, settings, context, place),
    ];
  });
}

function settingsOf(entry: IssuerEntry, settings: JwtAuthSettings): JwtAuthSettings {
  return settingsOfEntry(entry, { jwtAuth: settings }).jwtAuth;
}

function repeated(path: Path): Fault {
  return { number: "C034", path, at: "value", message: "this issuer is listed twice", fix: "keep one of the two" };
}

/** The faults of the access settings that an entry gives itself, judged together with the common ones. */
function ownAccessFaults(entry: IssuerEntry, settings: JwtAuthSettings, context: AccessContext, place: Path): Fault[] {
  const given = new Set(Object.entries(entry).flatMap(([name, value]) => (value === undefined ? [] : [name])));
  const inForce = { ...settingsOf(entry, settings), issuers: [] };
  return checkAccess(inForce, context, place).filter(({ path }) => given.has(String(path[place.length])));
}
