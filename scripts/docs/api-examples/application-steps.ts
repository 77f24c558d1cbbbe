import type { Kept, Step } from "./step";

const BACK = "http://127.0.0.1:4711/back";
const VERIFIER = "a-verifier-that-has-its-forty-three-characters";
const CHALLENGE = "7HDoLaYmucv45L7faVaMcsVmn4P8pb4G84jn6ILeBpA";

/** What stands after `start` in a page, up to the next quote, or in an address, up to its next parameter. */
const after =
  (start: string) =>
  ({ text }: Pick<Kept, "text">): string =>
    text.slice(text.indexOf(start) + start.length).split(/["&]/, 1)[0] ?? "";

/** An application signs its user in, by the pages of the gateway. */
export const APPLICATION_STEPS: readonly Step[] = [
  { operation: "GET /.well-known/oauth-authorization-server" },
  {
    operation: "POST /register",
    body: { client_name: "An editor", redirect_uris: [BACK] },
    keep: { application: ({ body }) => body["client_id"] },
  },
  {
    operation: "GET /authorize",
    query: (seen) => ({
      response_type: "code",
      client_id: seen.get("application") ?? "",
      redirect_uri: BACK,
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
    }),
    keep: {
      question: after('name="question" value="'),
      browser: ({ headers }) => headers.get("set-cookie")?.split(";")[0],
    },
  },
  {
    operation: "POST /authorize",
    as: "browser",
    fields: (seen) => ({ question: seen.get("question") ?? "", issuer: seen.get("issuer") ?? "" }),
    keep: { begun: after("state=") },
  },
  {
    operation: "GET /authorize/return",
    as: "browser",
    query: (seen) => ({ code: "the-code-of-the-provider", state: seen.get("begun") ?? "" }),
    keep: { code: ({ headers }) => new URL(headers.get("location") ?? "none:").searchParams.get("code") },
  },
  {
    operation: "POST /token",
    fields: (seen) => ({
      grant_type: "authorization_code",
      client_id: seen.get("application") ?? "",
      code: seen.get("code") ?? "",
      redirect_uri: BACK,
      code_verifier: VERIFIER,
    }),
  },
];
