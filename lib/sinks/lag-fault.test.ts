import { expect, test } from "vitest";
import type { CursorProgress } from "@/lib/store/cursors/cursor-progress";
import { lagFault } from "./lag-fault";

const progress = (changes: Partial<CursorProgress>): CursorProgress => ({
  name: "archive",
  calls: 0n,
  holder: undefined,
  lagSeconds: 601,
  waiting: 5,
  failures: 0,
  lastError: undefined,
  lastErrorAt: undefined,
  lastSentAt: undefined,
  retryAt: undefined,
  heldUpBy: undefined,
  ...changes,
});
const session = {
  pid: 4711,
  application: "psql",
  user: "bob",
  address: "10.0.0.9",
  state: "idle in transaction",
  since: new Date("2026-11-22T10:00:00Z"),
};

const cases: [what: string, changes: Partial<CursorProgress>, message: string | undefined][] = [
  ["ten minutes are not a lag yet", { lagSeconds: 600 }, undefined],
  ["the last error is the cause", { lastError: "the receiver answered 500" }, "the receiver answered 500"],
  [
    "a session that holds the order up is named before an earlier error",
    { heldUpBy: session, lastError: "the receiver answered 500" },
    "the database session 4711 (psql, user bob, 10.0.0.9, idle in transaction, since 2026-11-22T10:00:00.000Z) may still book calls before them",
  ],
  [
    "what is not known of a session is left out",
    { heldUpBy: { ...session, application: "", address: null, state: null, since: null } },
    "the database session 4711 (user bob) may still book calls before them",
  ],
  [
    "a prepared transaction is named as one",
    { heldUpBy: "a prepared transaction" },
    "a prepared transaction may still book calls before them",
  ],
  ["without a cause, too much is to be sent", {}, "they are being sent, but more have come than have been sent"],
];
test.each(cases)("%s", (_what, changes, because) => {
  const message = `the sink "archive" has had calls to send for more than 10 minutes: ${because}`;
  expect(lagFault(progress(changes), 3)?.message).toBe(because === undefined ? undefined : message);
});
