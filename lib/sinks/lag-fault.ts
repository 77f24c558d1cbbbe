import type { Fault } from "@/lib/config/finding";
import type { CursorProgress } from "@/lib/store/cursors/cursor-progress";

/** The lag in seconds from which on there is a finding. */
export const LAG_FINDING_SECONDS = 600;

/** The finding about a sink whose calls wait too long, with the cause; undefined: they do not. */
export function lagFault(progress: CursorProgress, index: number): Fault | undefined {
  if (progress.lagSeconds <= LAG_FINDING_SECONDS) return undefined;
  const { because, fix } = lagCause(progress);
  return {
    number: "C162",
    path: ["general_settings", "sinks", index],
    at: "nowhere",
    message: `the sink ${JSON.stringify(progress.name)} has had calls to send for more than 10 minutes: ${because}`,
    fix,
  };
}

/** Why calls wait, and what helps. */
export function lagCause({ heldUpBy, lastError }: CursorProgress): { readonly because: string; readonly fix: string } {
  if (heldUpBy === "a prepared transaction") {
    const because = "a prepared transaction may still book calls before them";
    return { because, fix: "look for it in pg_prepared_xacts, and commit it or roll it back" };
  }
  if (heldUpBy) {
    const { pid, application, user, address, state, since } = heldUpBy;
    const parts = [
      application,
      user && `user ${user}`,
      address ?? "",
      state ?? "",
      since && `since ${since.toISOString()}`,
    ];
    const known = parts.filter((part) => part).join(", ");
    return {
      because: `the database session ${pid} (${known}) may still book calls before them`,
      fix: `end that session: SELECT pg_terminate_backend(${pid})`,
    };
  }
  if (lastError !== undefined)
    return { because: lastError, fix: "see GET /spend/sinks; they are sent once the receiver takes them" };
  return { because: "they are being sent, but more have come than have been sent", fix: "see GET /spend/sinks" };
}
