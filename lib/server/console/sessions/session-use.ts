import type { ConsoleSession } from "@/lib/auth/session/console-session";
import { createGrowingCache } from "@/lib/growing-cache";
import type { Database } from "@/lib/store/database";
import { touchSession } from "@/lib/store/sessions/session-list";

/** How often it is written down that a session is in use, in milliseconds. */
const TOUCH_MS = 30_000;

/** When sessions were last used at this process. Their rows are updated only now and then. */
export class SessionUse {
  readonly #usedAt = createGrowingCache<string, number>(10_000);
  readonly #database: Database;
  readonly #now: () => number;

  constructor({ database, now }: { readonly database: Database; readonly now: () => number }) {
    this.#database = database;
    this.#now = now;
  }

  /** The session with its last use that this process knows of. */
  withLastUse(session: ConsoleSession): ConsoleSession {
    return { ...session, lastSeenAt: this.#lastSeenAt(session) };
  }

  /** Notes that the session is in use now. */
  note(session: ConsoleSession): void {
    const at = this.#now();
    if (at - this.#lastSeenAt(session) < TOUCH_MS) return;
    this.#usedAt.set(session.id, at);
    // Not retried: the next use of the session writes it.
    touchSession(this.#database, session.id, at).catch(() => {});
  }

  #lastSeenAt({ id, lastSeenAt }: ConsoleSession): number {
    return Math.max(lastSeenAt, this.#usedAt.get(id) ?? 0);
  }
}
