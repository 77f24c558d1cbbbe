import type { McpServerEntry } from "@/lib/config/mcp/mcp-schema";
import type { Fault, Path } from "@/lib/config/finding";
import { addressFault, credentialFault } from "../address-checks";

/** How tokens for a server are got: what `auth_type` and `oauth2_flow` say together. */
type TokenGrant = "oauth2" | "authorization_code" | "oauth2_token_exchange" | "none";

interface Needs {
  readonly needed: readonly (keyof McpServerEntry)[];
  /** What it reads besides. */
  readonly read: readonly (keyof McpServerEntry)[];
}

const NEEDS: Readonly<Record<TokenGrant, Needs>> = {
  oauth2: { needed: ["client_id", "client_secret", "token_url"], read: [] },
  authorization_code: {
    needed: [],
    read: ["client_id", "client_secret", "token_url", "authorization_url", "upstream_resource", "token_validation"],
  },
  oauth2_token_exchange: { needed: ["client_id", "client_secret", "token_exchange_endpoint"], read: [] },
  none: { needed: [], read: [] },
};
const ALL = [...new Set(Object.values(NEEDS).flatMap(({ needed, read }) => [...needed, ...read]))];
const ADDRESSES = ["token_url", "authorization_url", "token_exchange_endpoint"] as const;

/** The faults of the settings that tokens are got by. */
export function clientFaults(entry: McpServerEntry, path: Path): Fault[] {
  const { auth_type: type } = entry;
  const grant = grantOf(entry);
  const { needed, read } = NEEDS[grant];
  const isRead = (name: keyof McpServerEntry): boolean => needed.includes(name) || read.includes(name);
  return [
    ...ALL.filter((name) => isGiven(entry, name) && !isRead(name)).map((name): Fault => {
      const what = type === "oauth2" ? "oauth2_flow is client_credentials" : `auth_type is ${type}`;
      const message = `is never used, because ${what}`;
      const fix =
        grant === "oauth2"
          ? "write oauth2_flow: authorization_code, or remove it"
          : "write auth_type: oauth2, or remove it";
      return {
        number: "C264",
        path: [...path, name],
        at: "key",
        message,
        fix: grant === "oauth2_token_exchange" ? "remove it" : fix,
      };
    }),
    ...needed.filter((name) => entry[name] === undefined).map((name) => missing(type, name, path)),
    ...(grant === "authorization_code" ? codeFaults(entry, path) : []),
    ...ADDRESSES.flatMap((name) => (isRead(name) ? addressFaults({ url: entry[name] }, [...path, name]) : [])),
  ];
}

function grantOf({ auth_type: type, oauth2_flow: flow }: McpServerEntry): TokenGrant {
  if (type === "oauth2") return flow === "authorization_code" ? flow : type;
  return type === "oauth2_token_exchange" ? type : "none";
}

function isGiven(entry: McpServerEntry, name: keyof McpServerEntry): boolean {
  const value = entry[name];
  return value !== undefined && (name !== "token_validation" || Object.keys(entry.token_validation).length > 0);
}

function missing(what: string, name: string, path: Path): Fault {
  const message = `needs ${name} for ${what}`;
  return { number: "C264", path: [...path, "auth_type"], at: "value", message, fix: `add ${name}` };
}

/** What belongs together where users sign in. A secret goes nowhere that only the server itself has named. */
function codeFaults(entry: McpServerEntry, path: Path): Fault[] {
  const wants: readonly (readonly [given: keyof McpServerEntry, needs: "client_id" | "token_url"])[] = [
    ["client_secret", "client_id"],
    ["client_secret", "token_url"],
    ["authorization_url", "token_url"],
    ["authorization_url", "client_id"],
  ];
  const lacking = wants.filter(([given, needs]) => entry[given] !== undefined && entry[needs] === undefined);
  return [...new Set(lacking.map(([, needs]) => needs))].map((needs) => missing("authorization_code", needs, path));
}

/** The faults of one address. */
export function addressFaults({ url }: Pick<McpServerEntry, "url">, path: Path): Fault[] {
  const fault = url === undefined ? undefined : (credentialFault(url, path) ?? addressFault(url, path));
  return fault ? [fault] : [];
}
