import pg from "pg";

declare module "pg" {
  interface Client {
    /** The parameters that a connection starts with. pg's types leave this method out. */
    getStartupConf(): Readonly<Record<string, string>>;
    /** The server's process, as it said when the connection began; a pooler says another number. */
    readonly processID: number | null;
  }
}

/** Poolers keep these two parameters for each client, because every JDBC driver sends them. */
const FORMS = { TimeZone: "UTC", DateStyle: "ISO, MDY" };

/**
 * A client that gets times in UTC and in ISO 8601, whatever the server, the database or the role is set to. Prisma
 * writes times without a zone and ignores the zone when it reads them, so any other zone would shift its times by
 * hours; and pg reads no other form.
 */
export class UtcClient extends pg.Client {
  override getStartupConf(): Readonly<Record<string, string>> {
    return { ...super.getStartupConf(), ...FORMS };
  }
}
