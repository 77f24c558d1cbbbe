import { settingsOfEntry } from "@/lib/auth/issuer-settings";
import type { Fault, Path } from "@/lib/config/finding";
import type { JwtAuthSettings } from "@/lib/config/schema";
import { addressFault } from "../address-checks";

/** Claims that people edit, or choose when they open an account. */
const EDITABLE: ReadonlySet<string> = new Set([
  ...["preferred_username", "username", "user_name", "cognito:username", "upn", "unique_name", "nickname", "name"],
  ...["given_name", "family_name", "email", "email_verified", "picture", "website", "profile", "locale", "zoneinfo"],
]);

/**
 * Suspicious settings about service accounts, and about groups that a token leaves out: the common ones, and those that
 * entries of `issuers` give themselves. `base`: `gateway_jwtauth`.
 */
export function tokenReadingFaults(settings: JwtAuthSettings, base: Path): Fault[] {
  const own = settings.issuers.flatMap((entry, index) => {
    const place = [...base, "issuers", index];
    const given = new Set(Object.keys(entry));
    const { jwtAuth } = settingsOfEntry(entry, { jwtAuth: settings });
    return faultsOf(jwtAuth, place).filter(({ path }) => given.has(String(path[place.length])));
  });
  return [...faultsOf(settings, base), ...own];
}

function faultsOf(settings: JwtAuthSettings, base: Path): Fault[] {
  return [...editableSigns(settings, base), ...graphFaults(settings, base)];
}

function editableSigns({ service_accounts: signs = [] }: JwtAuthSettings, base: Path): Fault[] {
  return signs.flatMap(({ claim }, index): Fault[] =>
    EDITABLE.has(claim)
      ? [
          {
            number: "C135",
            path: [...base, "service_accounts", index, "claim"],
            at: "value",
            message: "tells service accounts by a claim that people can edit or choose, so a person can pass for one",
            fix: "name a claim that only the provider writes, such as idtyp, gty or client_id",
          },
        ]
      : [],
  );
}

function graphFaults(settings: JwtAuthSettings, base: Path): Fault[] {
  const { group_overage: policy, microsoft_graph: graph } = settings;
  if (policy === "graph" && graph === undefined) {
    return [
      {
        number: "C134",
        path: [...base, "group_overage"],
        at: "value",
        message: "needs microsoft_graph, which says how Microsoft Graph is asked",
        fix: "add microsoft_graph with client_id and client_secret",
      },
    ];
  }
  if (graph === undefined) return [];
  const path = [...base, "microsoft_graph"];
  const addresses = [
    addressFault(graph.graph_url, [...path, "graph_url"]),
    addressFault(graph.login_url, [...path, "login_url"]),
  ];
  return addresses.filter((fault) => fault !== undefined);
}
