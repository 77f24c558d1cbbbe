import type { Fault } from "@/lib/config/finding";

/** Ports on which poolers usually listen: PgBouncer's own, and the one of hosted poolers in transaction mode. */
const POOLER_PORTS = new Set(["6432", "6543"]);

/** The addresses of the database, as in the environment. */
export interface DatabaseAddresses {
  readonly databaseUrl: string | undefined;
  readonly databaseDirectUrl: string | undefined;
}

/** What is doubtful about the addresses of the database. `placeOf` says where a variable is set. */
export function databaseFaults(
  { databaseUrl, databaseDirectUrl }: DatabaseAddresses,
  placeOf: (name: string) => Pick<Fault, "path" | "at">,
): Fault[] {
  if (databaseDirectUrl !== undefined) {
    if (databaseUrl !== undefined) return [];
    return [
      {
        number: "C088",
        ...placeOf("DATABASE_DIRECT_URL"),
        message: "DATABASE_DIRECT_URL has no effect without DATABASE_URL: the embedded database is used",
        fix: "set DATABASE_URL to the pooler's address, or to the same address",
      },
    ];
  }
  if (databaseUrl === undefined || !looksPooled(databaseUrl)) return [];
  return [
    {
      number: "C089",
      ...placeOf("DATABASE_URL"),
      message:
        "DATABASE_URL looks like the address of a pooler, and in transaction mode a pooler keeps changes by other nodes from this one",
      fix: "set DATABASE_DIRECT_URL to the address of PostgreSQL itself",
    },
  ];
}

/** By its port, its name, or the parameter that Prisma's users add for PgBouncer. */
function looksPooled(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { port, hostname, searchParams } = new URL(address);
  return POOLER_PORTS.has(port) || /pgbouncer|pooler/i.test(hostname) || searchParams.get("pgbouncer") === "true";
}
