import pg from "pg";

declare module "pg" {
  interface Client {
    /** What a connection begins with, which pg's types leave out. */
    getStartupConf(): Readonly<Record<string, string>>;
  }
}

/** Poolers keep these two for each of their clients, because every JDBC driver sends them. */
const FORMS = { TimeZone: "UTC", DateStyle: "ISO, MDY" };

/**
 * A client to which PostgreSQL tells times in UTC and in the form of ISO 8601, whatever its server, the database or the
 * role is set to. Prisma writes times without their zone and ignores the zone when it reads them, so with another one
 * they would be hours off for every other statement; pg reads no other form.
 */
export class UtcClient extends pg.Client {
  override getStartupConf(): Readonly<Record<string, string>> {
    return { ...super.getStartupConf(), ...FORMS };
  }
}
