import { CredentialError, type CredentialAnswer, type CredentialPorts } from "../source";

/** Asks a token endpoint with a form (RFC 6749 §4). @throws CredentialError without a token */
export async function askForToken(
  ports: CredentialPorts,
  tokenUrl: string,
  form: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<{ value: string; endsAt: number | undefined }> {
  const given = Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const answer = await ports.ask(
    {
      method: "POST",
      url: tokenUrl,
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams(given).toString(),
    },
    signal,
  );
  return tokenOf(answer, ports.now());
}

/** Reads an answer with a token. @throws CredentialError that says why there is none, and repeats no secret */
function tokenOf({ status, text }: CredentialAnswer, now: number): { value: string; endsAt: number | undefined } {
  const { access_token: token, token_type: type, expires_in: seconds, error } = objectOf(text);
  if (status !== 200) {
    const code = typeof error === "string" && /^[a-z_]{1,60}$/.test(error) ? [error] : [];
    throw new CredentialError(`it is refused (${[status, ...code].join(", ")})`);
  }
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token))
    throw new CredentialError("the answer has no access_token that a header can carry");
  if (typeof type === "string" && type.toLowerCase() !== "bearer")
    throw new CredentialError("the answer has a token of a type other than Bearer");
  const lifetime = Number(seconds ?? NaN);
  return { value: token, endsAt: Number.isFinite(lifetime) ? now + lifetime * 1000 : undefined };
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
