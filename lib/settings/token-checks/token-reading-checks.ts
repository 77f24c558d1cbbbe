import { settingsOfEntry } from "@/lib/auth/issuer-settings";
import type { MicrosoftGraphSettings } from "@/lib/config/group-overage-settings";
import type { Fault, Path } from "@/lib/config/finding";
import type { JwtAuthSettings } from "@/lib/config/schema";
import { addressFault } from "../address-checks";

/** Claims that people can edit, or choose when they open an account. */
const EDITABLE: ReadonlySet<string> = new Set([
  "preferred_username",
  "username",
  "user_name",
  "cognito:username",
  "upn",
  "unique_name",
  "nickname",
  "name",
  "given_name",
  "family_name",
  "email",
  "email_verified",
  "picture",
  "website",
  "profile",
  "locale",
  "zoneinfo",
]);

/**
 * Faults of settings about service accounts, and about groups that a token leaves out: of the common settings, and of
 * those that entries of `issuers` give themselves. `base`: where `gateway_jwtauth` is.
 */
export function tokenReadingFaults(settings: JwtAuthSettings, base: Path): Fault[] {
  const own = settings.issuers.flatMap((entry, index) => {
    const entryPath = [...base, "issuers", index];
    const given = new Set(Object.keys(entry));
    const { jwtAuth } = settingsOfEntry(entry, { jwtAuth: settings });
    return faultsOf(jwtAuth, entryPath).filter(({ path }) => given.has(String(path[entryPath.length])));
  });
  return [...faultsOf(settings, base), ...own];
}

function faultsOf(settings: JwtAuthSettings, base: Path): Fault[] {
  return [...editableMarkers(settings, base), ...graphFaults(settings, base)];
}

function editableMarkers({ service_accounts: signs = [] }: JwtAuthSettings, base: Path): Fault[] {
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
  return [...addresses.filter((fault) => fault !== undefined), ...cloudFaults(graph, path)];
}

/** The clouds of Microsoft: the hosts of Graph in each, and those where its applications get their tokens. */
const CLOUDS = [
  { graph: ["graph.microsoft.com"], login: ["login.microsoftonline.com"] },
  { graph: ["graph.microsoft.us", "dod-graph.microsoft.us"], login: ["login.microsoftonline.us"] },
  {
    graph: ["microsoftgraph.chinacloudapi.cn"],
    login: ["login.chinacloudapi.cn", "login.partner.microsoftonline.cn"],
  },
] as const;

/**
 * A warning about hosts of two clouds: the Graph of one cloud refuses tokens of another, so every lookup would fail.
 */
function cloudFaults({ graph_url: graph, login_url: login }: MicrosoftGraphSettings, path: Path): Fault[] {
  const [graphHost, loginHost] = [graph, login].map((address) => new URL(address).hostname);
  const ofGraph = CLOUDS.find((cloud) => cloud.graph.some((host) => host === graphHost));
  const ofLogin = CLOUDS.find((cloud) => cloud.login.some((host) => host === loginHost));
  if (!ofGraph || !ofLogin || ofGraph === ofLogin) return [];
  return [
    {
      number: "C190",
      path: [...path, "login_url"],
      at: "value",
      message: `belongs to another cloud of Microsoft than ${graphHost}, which does not accept its tokens`,
      fix: `write login_url: https://${ofGraph.login[0]}`,
    },
  ];
}
