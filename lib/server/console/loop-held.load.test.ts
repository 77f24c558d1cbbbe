import { afterAll, beforeAll, expect, test } from "vitest";
import type { VerifiedToken } from "@/lib/auth/decision";
import { createLogger } from "@/lib/log";
import { type LocalProvider, startProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { composeTestServices, SESSION_SECRET } from "@/testing/gateway/test-services";
import { longestTurn } from "@/testing/security/longest-turn";
import { answersForConsole } from "./answers";
import { MOST_BODY_BYTES } from "./body-bound";
import type { ConsoleGateway } from "./port";

/** What a question of the console's thread, asked for a stranger, may take from all calls at once, in milliseconds. */
const MOST_MS = 50;

let database: TestDatabase;
let provider: LocalProvider;
let node: Awaited<ReturnType<typeof composeTestServices>>;
let answers: ConsoleGateway;

beforeAll(async () => {
  [database, provider] = await Promise.all([startTestDatabase(), startProvider()]);
  const { issuer, consoleClient } = provider;
  node = await composeTestServices({
    databaseUrl: database.url,
    log: createLogger(() => {}, Date.now),
    config: {
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: { issuers: [{ issuer, jwks_url: provider.jwksUrl, audience: provider.audience }] },
    },
    variables: {
      NEXTAUTH_URL: "http://127.0.0.1:9",
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: consoleClient.clientId,
      OIDC_CLIENT_SECRET: consoleClient.clientSecret,
    },
  });
  answers = answersForConsole(node.services, node.sessions, SESSION_SECRET);
});
afterAll(async () => {
  await node?.close();
  await Promise.all([provider?.stop(), database?.stop()]);
});

const stranger = (text: string): VerifiedToken => ({
  kind: "jwt",
  via: "session",
  claims: { iss: provider.issuer, sub: text, email: text },
  issuer: provider.issuer,
});

/** What each question of the console's thread gets at most of somebody whom nobody knows. `text`: 64 KiB of theirs. */
const QUESTIONS: {
  readonly [
    Name in keyof ConsoleGateway as ConsoleGateway[Name] extends (...given: never[]) => Promise<unknown> ? Name : never
  ]: (text: string) => Promise<unknown>;
} & { readonly log: (text: string) => Promise<unknown> } = {
  settings: () => answers.settings(),
  judgeMasterKey: (text) => answers.judgeMasterKey(text, text),
  openSession: (text) => answers.openSession(text),
  signOut: (text) => answers.signOut(text),
  logOut: (text) => answers.logOut(text),
  decide: (text) => answers.decide(stranger(text), "/user/info"),
  requestAccess: (text) => answers.requestAccess(stranger(text), text),
  finishTrial: (text) => answers.finishTrial({ trialId: text, code: text, error: text, description: text }, text),
  beginSession: (text) =>
    answers.beginSession({
      kind: "oidc",
      address: text,
      login: "oidc",
      tokens: { accessToken: text, grantedScope: text, idToken: { iss: text, sub: text, email: text } },
      refreshToken: text,
      idToken: text,
      expiresIn: 60,
    }),
  log: async (text) => answers.log.warn("console.sign_in_failed", { message: text, error: [text] }),
};

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const filled = (piece: string): string => piece.repeat(MOST_BODY_BYTES / piece.length);
const TEXTS: readonly string[] = [
  ...["a", "/", " ", "=", ".", "%", "|", "@", "\\", "bearer ", "://a:", "eyJ", "sk-", "&key="].map(filled),
  `bearer${filled(" ")}a`,
  `${part({ alg: "RS256", kid: filled("/").slice(40_000) })}.${part({ iss: `${filled("/").slice(50_000)}x` })}.AAAA`,
  `${part({ alg: "RS256", kid: "k", typ: "logout+jwt" })}.${part({ iss: filled("/").slice(20_000) })}.AAAA`,
];

test.each(Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[])(
  "%s, asked with whatever a stranger may send, lets others run",
  async (name) => {
    const slow: string[] = [];
    for (const text of TEXTS) {
      const time = await longestTurn(() => QUESTIONS[name](text).catch(() => undefined), MOST_MS);
      if (time >= MOST_MS) slow.push(`${text.slice(0, 12)}: ${time.toFixed(0)} ms`);
    }
    expect(slow).toEqual([]);
  },
);
