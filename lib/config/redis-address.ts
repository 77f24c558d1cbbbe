/** A host and port of one of several servers. */
export interface RedisHost {
  readonly host: string;
  readonly port: number;
}

interface Several {
  readonly hosts: readonly RedisHost[];
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly isTls: boolean;
}

/**
 * Where the shared counters are: one server, whichever server Sentinel names as the master, or a cluster, of which any
 * node tells the others.
 */
export type RedisAddress =
  | { readonly kind: "server"; readonly url: string }
  | (Several & {
      readonly kind: "sentinel";
      readonly master: string;
      readonly database: number;
      readonly sentinelUsername: string | undefined;
      readonly sentinelPassword: string | undefined;
    })
  | (Several & { readonly kind: "cluster" });

const SENTINEL_PORT = 26_379;
const REDIS_PORT = 6_379;
const ADDRESS = /^(redis|rediss)-(sentinel|cluster):\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i;
const HOST = /^(\[[0-9a-f:.]+\]|[^\s:[\]]+)(?::(\d{1,5}))?$/i;

/**
 * Reads an address: `redis://` or `rediss://` as Redis clients write them, `redis-sentinel://` with `sentinelMasterId`
 * as Lettuce writes it, or `redis-cluster://`; the latter two with commas between hosts, and as `rediss-…` with TLS.
 * Returns what is wrong with it as a string, which has no part of the address.
 */
export function readRedisAddress(text: string): RedisAddress | string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || scheme === "redis" || scheme === "rediss") return { kind: "server", url: text };
  const [, protocol = "", kind = "", authority = "", path = "", query = ""] = ADDRESS.exec(text) ?? [];
  if (kind === "")
    return "must begin with redis://, redis-sentinel:// or redis-cluster:// or, with TLS, rediss://, rediss-sentinel:// or rediss-cluster://";
  const at = authority.lastIndexOf("@");
  const credentials = readCredentials(authority.slice(0, Math.max(0, at)));
  if (!credentials) return "has a name or password with a % that begins no escape";
  const isSentinel = kind.toLowerCase() === "sentinel";
  const hosts = readHosts(authority.slice(at + 1), isSentinel ? SENTINEL_PORT : REDIS_PORT);
  if (!hosts) return "must list its servers as HOST:PORT,HOST:PORT";
  const several = { hosts, ...credentials, isTls: protocol.toLowerCase() === "rediss" };
  const parameters = new URLSearchParams(query);
  if (!isSentinel) {
    if (path !== "" || query !== "") return "has a database or parameters, and a cluster has none";
    return { kind: "cluster", ...several };
  }
  const master = parameters.get("sentinelMasterId");
  if (master === null || master === "")
    return "must end in ?sentinelMasterId=NAME, the name that Sentinel has for the master";
  if (!/^\d{0,5}$/.test(path)) return "has a database that is not a number";
  return {
    kind: "sentinel",
    ...several,
    master,
    database: Number(path),
    sentinelUsername: parameters.get("sentinelUsername") ?? undefined,
    sentinelPassword: parameters.get("sentinelPassword") ?? undefined,
  };
}

function readHosts(text: string, port: number): readonly RedisHost[] | undefined {
  const hosts = text.split(",").flatMap((one): RedisHost[] => {
    const [, host, ownPort] = HOST.exec(one.trim()) ?? [];
    const number = Number(ownPort ?? port);
    return host === undefined || number < 1 || number > 65_535
      ? []
      : [{ host: host.startsWith("[") ? host.slice(1, -1) : host, port: number }];
  });
  return hosts.length === text.split(",").length ? hosts : undefined;
}

/** `user:password`, `:password`, or `password`, as Lettuce has it. */
function readCredentials(text: string): Pick<Several, "username" | "password"> | undefined {
  if (text === "") return { username: undefined, password: undefined };
  const colon = text.indexOf(":");
  try {
    return {
      username: colon > 0 ? decodeURIComponent(text.slice(0, colon)) : undefined,
      password: decodeURIComponent(text.slice(colon + 1)),
    };
  } catch {
    return undefined;
  }
}
