import { expect, test } from "vitest";
import { describeState, describeSignIn, type Session } from "./describe-session";

const SESSION: Session = {
  session_id: "s",
  kind: "oidc",
  login: "oidc",
  name: "ada@example.com",
  issuer: "https://id.example",
  subject: "ada",
  address: null,
  can_refresh: true,
  created_at: "2026-01-01T00:00:00.000Z",
  last_seen_at: "2026-01-01T00:00:00.000Z",
  expires_at: "2026-01-01T08:00:00.000Z",
  token_ends_at: null,
  refreshed_at: "2026-01-01T00:00:00.000Z",
  stale_since: null,
  ended_at: null,
  end_reason: null,
  status: "active",
  current: false,
};

test.each<[Partial<Session>, string]>([
  [{}, "Active"],
  [{ stale_since: "2026-01-01T01:00:00.000Z" }, "Provider not reachable"],
  [{ status: "ended" }, "Expired"],
  [{ status: "ended", end_reason: "administrator" }, "Ended by an administrator"],
])("a session with %j is shown as %j", (changed, words) => {
  expect(describeState({ ...SESSION, ...changed })).toBe(words);
});

test("a session says how its person signed in", () => {
  expect(describeSignIn(SESSION)).toBe("https://id.example");
  expect(describeSignIn({ ...SESSION, kind: "master-key", issuer: null, login: null })).toBe("Master key");
});
