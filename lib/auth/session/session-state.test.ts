import { expect, test } from "vitest";
import { isTooStale, type SessionFacts, type SessionPolicy, sessionState } from "./session-state";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse("2026-01-01T00:00:00Z");

const POLICY: SessionPolicy = {
  maxMs: 8 * HOUR,
  idleMs: undefined,
  staleMs: 5 * MINUTE,
  masterKeys: new Set(["fingerprint", "previous"]),
  logins: new Set(["oidc"]),
};
const OIDC: SessionFacts = {
  kind: "oidc",
  login: "oidc",
  fingerprint: null,
  createdAt: START,
  lastSeenAt: START,
  expiresAt: START + 8 * HOUR,
  tokenEndsAt: START + HOUR,
  refreshedAt: START,
  canRefresh: true,
  staleSince: null,
  attemptedAt: null,
  endedAt: null,
  endReason: null,
};
const MASTER_KEY: Partial<SessionFacts> = {
  kind: "master-key",
  login: null,
  fingerprint: "fingerprint",
  tokenEndsAt: null,
  canRefresh: false,
};
const NO_REFRESH: Partial<SessionFacts> = { canRefresh: false };
const stale = (since: number, attempted: number): Partial<SessionFacts> => ({
  staleSince: START + since,
  attemptedAt: START + attempted,
});

test.each<[what: string, after: number, session: Partial<SessionFacts>, policy: Partial<SessionPolicy>, state: string]>(
  [
    ["is valid while its provider vouched for it recently", 4 * MINUTE, {}, {}, "valid"],
    ["asks the provider after five minutes", 5 * MINUTE, {}, {}, "refresh"],
    ["asks the provider when its token ends", MINUTE, { tokenEndsAt: START + MINUTE }, {}, "refresh"],
    ["does not ask at every request if its token ends at once", 999, { tokenEndsAt: START }, {}, "valid"],
    ["asks after a second if its token ends at once", 1_000, { tokenEndsAt: START }, {}, "refresh"],
    ["asks after five minutes if its token never ends", 5 * MINUTE, { tokenEndsAt: null }, {}, "refresh"],
    ["without a refresh token is valid while its token is", HOUR - 1, NO_REFRESH, {}, "valid"],
    ["without a refresh token ends with its token", HOUR, NO_REFRESH, {}, "token_ended"],
    ["without either lasts as long as a session may", 7 * HOUR, { ...NO_REFRESH, tokenEndsAt: null }, {}, "valid"],
    ["ends at its own end", 8 * HOUR, {}, {}, "expired"],
    ["ends earlier when the settings say so", 2 * HOUR, {}, { maxMs: 2 * HOUR }, "expired"],
    ["does not last longer when the settings say so later", 8 * HOUR, {}, { maxMs: 24 * HOUR }, "expired"],
    ["ends when nobody used it", 30 * MINUTE, {}, { idleMs: 30 * MINUTE }, "idle"],
    ["goes on while somebody uses it", 4 * MINUTE, { lastSeenAt: START + MINUTE }, { idleMs: 4 * MINUTE }, "valid"],
    ["is used during the pause after its provider was away", 6 * MINUTE, stale(5 * MINUTE, 6 * MINUTE), {}, "valid"],
    ["asks again after that pause", 6 * MINUTE + 10_000, stale(5 * MINUTE, 6 * MINUTE), {}, "refresh"],
    ["asks again when it has been stale too long", 10 * MINUTE, stale(5 * MINUTE, 10 * MINUTE - 1), {}, "refresh"],
    ["stays ended", 0, { endedAt: START, endReason: "signed_out" }, {}, "signed_out"],
    ["ends when its provider is no longer configured", 0, {}, { logins: new Set(["partner"]) }, "settings"],
    ["ends when no provider's sessions count", 0, {}, { logins: new Set() }, "settings"],
    ["of the master key needs no provider", 7 * HOUR, MASTER_KEY, { logins: new Set() }, "valid"],
    ["of the master key ends when the key changes", 0, MASTER_KEY, { masterKeys: new Set(["another"]) }, "settings"],
    [
      "of the master key ends when the key may not sign in",
      0,
      MASTER_KEY,
      { masterKeys: new Set<string>() },
      "settings",
    ],
    ["of the master key ends at its own end", 8 * HOUR, MASTER_KEY, {}, "expired"],
  ],
)("a session %s", (_what, after, session, policy, expected) => {
  const state = sessionState({ ...OIDC, ...session }, { ...POLICY, ...policy }, START + after);
  expect(state.state === "ended" ? state.reason : state.state).toBe(expected);
});

test("a session whose provider cannot be reached lasts session_stale_ttl from the first failure", () => {
  const session = { ...OIDC, staleSince: START };
  expect(isTooStale(session, POLICY, START + 5 * MINUTE - 1)).toBe(false);
  expect(isTooStale(session, POLICY, START + 5 * MINUTE)).toBe(true);
  expect(isTooStale(OIDC, POLICY, START + HOUR)).toBe(false);
  expect(isTooStale(OIDC, { ...POLICY, staleMs: 0 }, START)).toBe(true);
});
