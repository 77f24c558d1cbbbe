import { quote, type Fault } from "@/lib/config/finding";

/** Ports on which poolers usually listen: PgBouncer's own, and that of hosted poolers in transaction mode. */
const POOLER_PORTS = new Set(["6432", "6543"]);

/** The addresses of the database, as in the environment. */
export interface DatabaseAddresses {
  readonly databaseUrl: string | undefined;
  readonly databaseDirectUrl: string | undefined;
  readonly databaseReadUrl: string | undefined;
}

type LocationOf = (name: string) => Pick<Fault, "path" | "at">;

/** Warnings about doubtful addresses of the database. `locationOf` gives the place where a variable is set. */
export function databaseFaults(addresses: DatabaseAddresses, locationOf: LocationOf): Fault[] {
  return [
    ...unreadFaults("DATABASE_URL", addresses.databaseUrl, locationOf),
    ...unreadFaults("DATABASE_DIRECT_URL", addresses.databaseDirectUrl, locationOf),
    ...unreadFaults("DATABASE_READ_URL", addresses.databaseReadUrl, locationOf),
    ...unusedFaults(addresses, locationOf),
    ...poolerFaults(addresses, locationOf),
  ];
}

/** The TLS parameters that the driver reads (node-postgres, pg-connection-string). */
const TLS_PARAMETERS: readonly string[] = [
  "ssl",
  "sslmode",
  "sslcert",
  "sslkey",
  "sslrootcert",
  "sslnegotiation",
  "uselibpqcompat",
];

/**
 * A parameter that is named after TLS, with only letters, dashes and underscores around the word. A password with a
 * question mark looks like parameters, and a piece of it must not be shown as one.
 */
const isNameOfTls = (name: string): boolean => /^[a-z_-]+$/i.test(name) && /ssl|tls/i.test(name);

/**
 * A warning about a TLS parameter that the driver does not read, such as `sslMode`: the connection would silently have
 * no TLS.
 */
function unreadFaults(name: string, address: string | undefined, locationOf: LocationOf): Fault[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const unread = [...new URL(address).searchParams.keys()].find(
    (parameter) => isNameOfTls(parameter) && !TLS_PARAMETERS.includes(parameter),
  );
  if (unread === undefined) return [];
  const message = `${name} has the parameter ${quote(unread)}, which is not read, so the connection would have no TLS`;
  return [{ number: "C017", ...locationOf(name), message, fix: "write sslmode=verify-full" }];
}

/** A warning about each address beside the embedded database, which is used alone. */
function unusedFaults(
  { databaseUrl, databaseDirectUrl, databaseReadUrl }: DatabaseAddresses,
  locationOf: LocationOf,
): Fault[] {
  if (databaseUrl !== undefined) return [];
  const beside = [
    ["DATABASE_DIRECT_URL", databaseDirectUrl, "set DATABASE_URL to the pooler's address, or to the same address"],
    ["DATABASE_READ_URL", databaseReadUrl, "set DATABASE_URL to the primary's address"],
  ] as const;
  return beside.flatMap(([name, address, fix]): Fault[] => {
    if (address === undefined) return [];
    const message = `${name} has no effect without DATABASE_URL: the embedded database is used`;
    return [{ number: "C088", ...locationOf(name), message, fix }];
  });
}

function poolerFaults({ databaseUrl, databaseDirectUrl }: DatabaseAddresses, locationOf: LocationOf): Fault[] {
  if (databaseDirectUrl !== undefined || databaseUrl === undefined || !looksPooled(databaseUrl)) return [];
  return [
    {
      number: "C089",
      ...locationOf("DATABASE_URL"),
      message:
        "DATABASE_URL looks like the address of a pooler, and in transaction mode a pooler keeps changes by other nodes from this one",
      fix: "set DATABASE_DIRECT_URL to the address of PostgreSQL itself",
    },
  ];
}

/**
 * Whether an address looks like a pooler's: by its port, its name, or the parameter that Prisma's users add for
 * PgBouncer.
 */
function looksPooled(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { port, hostname, searchParams } = new URL(address);
  return POOLER_PORTS.has(port) || /pgbouncer|pooler/i.test(hostname) || searchParams.get("pgbouncer") === "true";
}
