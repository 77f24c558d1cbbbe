import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { boundedRequest } from "@/lib/auth/token/io/bounded-request";
import { parseJsonBytes } from "@/lib/auth/token/json-object";
import type { Claims } from "@/lib/auth/decision";
import { ALGORITHMS } from "@/lib/config/algorithms";
import { messageOf } from "@/lib/error-message";
import type { Services } from "@/lib/gateway/services";
import { isObject } from "@/lib/is-object";
import { endLoginTrial, takeLoginTrial, type LoginTrial, type TrialOutcome } from "@/lib/store/settings/login-trials";
import { LOGIN_TIMEOUT_MS, MOST_LOGIN_BYTES } from "./discover-login";

/** With what the provider sent the browser back. */
export interface TrialAnswer {
  readonly trialId: string;
  readonly code: string | undefined;
  /** RFC 6749 §4.1.2.1 */
  readonly error: string | undefined;
  readonly description: string | undefined;
}

/** The tokens of a test login, as a sign-in gets them. */
interface TrialTokens {
  readonly accessToken: string | undefined;
  readonly grantedScope: string | undefined;
  readonly idToken: Claims;
}

interface TrialMeans extends Pick<Services, "database" | "secrets" | "upstreams" | "now"> {
  /** What a session of these tokens would stand for, or why there would be none. */
  readonly prove: (
    tokens: TrialTokens,
  ) => Promise<
    { readonly kind: "accepted"; readonly claims: Claims } | { readonly kind: "refused"; readonly message: string }
  >;
}

/** A test fails for a known reason, which is a sentence. */
class TrialFault extends Error {
  override readonly name = "TrialFault";
}

/** The longest text of a provider that is repeated. */
const LONGEST_WORDS = 300;

/**
 * Ends a test login by its first answer. Resolves to what came of it; undefined: there is no test that waits for one.
 */
export async function finishTrial(means: TrialMeans, answer: TrialAnswer): Promise<TrialOutcome | undefined> {
  const { database, secrets } = means;
  const trial = await takeLoginTrial(database, secrets, answer.trialId);
  if (!trial) return undefined;
  const outcome = await outcomeOf(means, trial, answer);
  await endLoginTrial(database, secrets, answer.trialId, {
    ...trial,
    outcome: outcome.kind === "done" ? { ...outcome, claims: { ...outcome.claims } } : outcome,
  });
  return outcome;
}

async function outcomeOf(means: TrialMeans, trial: LoginTrial, answer: TrialAnswer): Promise<TrialOutcome> {
  try {
    if (answer.code === undefined) throw new TrialFault(refusalOf(answer));
    const tokens = await redeem(means, trial, answer.code);
    const proof = await means.prove(tokens);
    if (proof.kind === "accepted") return { kind: "done", claims: proof.claims };
    return { kind: "failed", message: `The gateway does not accept this account: ${proof.message}` };
  } catch (error) {
    if (error instanceof TrialFault) return { kind: "failed", message: error.message };
    return { kind: "failed", message: `The gateway cannot decide about this account: ${messageOf(error)}` };
  }
}

/** The provider's error in a sentence. */
function refusalOf({ error, description }: TrialAnswer): string {
  const said = [error, description && `(${description})`].filter(Boolean).join(" ").slice(0, LONGEST_WORDS);
  return error === "access_denied"
    ? `The login was refused or cancelled at the provider: ${said}.`
    : `The provider refused the login: ${said || "it sent no code and no reason"}.`;
}

async function redeem(means: TrialMeans, trial: LoginTrial, code: string): Promise<TrialTokens> {
  const form = {
    grant_type: "authorization_code",
    code,
    redirect_uri: trial.redirectAddress,
    code_verifier: trial.verifier,
    ...(trial.clientSecret === undefined && { client_id: trial.clientId }),
  };
  const headers = { "content-type": "application/x-www-form-urlencoded", ...authorization(trial) };
  const { status, value } = await ask(means, trial.token, {
    method: "POST",
    headers,
    body: new URLSearchParams(form).toString(),
  });
  if (status !== 200) throw new TrialFault(exchangeFault(status, value));
  const idToken = text(value, "id_token");
  if (idToken === undefined)
    throw new TrialFault("The provider sent no ID token. Allow the client the scope openid at the provider.");
  if (/^dpop$/i.test(text(value, "token_type") ?? ""))
    throw new TrialFault(
      "The provider binds the console's tokens to a key (DPoP), which the console does not support. Turn that off for this client at the provider.",
    );
  return {
    accessToken: text(value, "access_token"),
    grantedScope: text(value, "scope"),
    idToken: await verify(means, trial, idToken),
  };
}

function exchangeFault(status: number, value: Readonly<Record<string, unknown>>): string {
  const error = text(value, "error") ?? "";
  const said = [error, text(value, "error_description")].filter(Boolean).join(": ").slice(0, LONGEST_WORDS);
  if (status === 401 || /^(?:invalid|unauthorized)_client$/.test(error))
    return `The provider does not accept the client id and secret${said && ` (${said})`}. Copy both again from the provider.`;
  return `The provider refused the last step of the login: ${said || `status ${status}`}.`;
}

async function verify(means: TrialMeans, trial: LoginTrial, idToken: string): Promise<Claims> {
  const { value } = await ask(means, trial.keys, { method: "GET" });
  if (!isKeySet(value)) throw new TrialFault("The provider's jwks_uri answers no key set.");
  try {
    const { payload } = await jwtVerify(idToken, createLocalJWKSet(value), {
      algorithms: [...ALGORITHMS],
      issuer: trial.issuer,
      audience: trial.clientId,
      currentDate: new Date(means.now()),
      clockTolerance: 30,
    });
    if (payload["nonce"] !== trial.nonce) throw new Error("its nonce is not the one of this test");
    return payload;
  } catch (error) {
    throw new TrialFault(`The provider's ID token could not be verified: ${messageOf(error)}.`);
  }
}

function isKeySet(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & JSONWebKeySet {
  return Array.isArray(value["keys"]) && value["keys"].every(isObject);
}

async function ask(
  { upstreams }: TrialMeans,
  url: string,
  request: { readonly method: "GET" | "POST"; readonly headers?: Record<string, string>; readonly body?: string },
): Promise<{ readonly status: number; readonly value: Readonly<Record<string, unknown>> }> {
  try {
    const { status, body } = await boundedRequest(url, {
      ...request,
      dispatcher: upstreams.pool(new URL(url).origin, LOGIN_TIMEOUT_MS),
      signal: AbortSignal.timeout(LOGIN_TIMEOUT_MS),
      limit: MOST_LOGIN_BYTES,
    });
    const read = parseJsonBytes(body);
    return { status, value: "value" in read ? read.value : {} };
  } catch (error) {
    throw new TrialFault(`The gateway cannot reach ${new URL(url).origin}: ${messageOf(error)}.`);
  }
}

/** RFC 6749 §2.3.1: both parts are form-encoded before they are joined. */
function authorization({ clientId, clientSecret }: LoginTrial): Record<string, string> {
  if (clientSecret === undefined) return {};
  const encode = (part: string): string => new URLSearchParams({ a: part }).toString().slice(2);
  return { authorization: `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString("base64")}` };
}

function text(value: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const found = value[name];
  return typeof found === "string" && found !== "" ? found : undefined;
}
