import type { Writer } from "@/lib/store/write";
import type { CallerContext } from "./operation";

/** The writer of an operation. Its audit events say by which right the caller acted. */
export function actingWriter({ services, caller }: Pick<CallerContext, "services" | "caller">): Writer {
  const { database, changes, actedBy, also } = services;
  const { admin, administers } = caller.principal;
  const actedAs = admin ? "administrator" : administers.length > 0 ? "team_administrator" : "owner";
  return { database, changes, actedAs, actedBy, also };
}
