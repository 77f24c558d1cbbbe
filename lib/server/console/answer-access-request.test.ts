import { encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import type { VerifiedToken } from "@/lib/auth/decision";
import type { ConsoleGateway } from "./port";
import { answerAccessRequest } from "./answer-access-request";

const SECRET = "a secret of the console, long enough";
const token = { kind: "master-key" } as VerifiedToken;
const AT = "2026-11-28T10:00:00.000Z";

/** The answer to a request of a session (undefined: of none), and the notes that reached the gateway. */
async function answerTo(session: string | undefined, body: string, headers: Record<string, string>) {
  const notes: (string | null)[] = [];
  const gateway: Pick<ConsoleGateway, "sessionSecrets" | "environment" | "openSession" | "requestAccess"> = {
    sessionSecrets: [SECRET],
    environment: { nextAuthUrl: undefined, basePath: "" },
    openSession: async (secret) => (secret === "row" ? { id: "s", token, accessTokenUnused: undefined } : undefined),
    async requestAccess(_token, note) {
      notes.push(note);
      return { state: "requested", requested_at: AT };
    },
  };
  const cookie =
    session === undefined
      ? ""
      : `next-auth.session-token=${await encode({ token: { session: { secret: session } }, secret: SECRET })}`;
  const request = new Request("http://gateway.test/api/auth/request-access", {
    method: "POST",
    headers: { cookie, ...headers },
    body,
  });
  const answer = await answerAccessRequest(gateway, request);
  return { status: answer.status, body: (await answer.json()) as unknown, notes };
}
const CONSOLE = { "x-gateway-console": "1" };

test("whoever has signed in asks for access, with a note or without", async () => {
  expect(await answerTo("row", '{"note":"for the search"}', CONSOLE)).toEqual({
    status: 200,
    body: { state: "requested", requested_at: AT },
    notes: ["for the search"],
  });
  expect((await answerTo("row", "{}", CONSOLE)).notes).toEqual([null]);
});

test.each([
  ["from the page of another site", "row", "{}", {}, 403],
  ["without a session", undefined, "{}", CONSOLE, 401],
  ["of a session that has ended", "gone", "{}", CONSOLE, 401],
  ["that is not JSON", "row", "note", CONSOLE, 400],
  ["with a note that cannot be stored", "row", '{"note":"\\u0000"}', CONSOLE, 400],
  ["with a note that is too long", "row", JSON.stringify({ note: "x".repeat(513) }), CONSOLE, 400],
] as const)("a request %s is refused", async (_what, session, body, headers, status) => {
  expect(await answerTo(session, body, headers)).toMatchObject({ status, notes: [] });
});
