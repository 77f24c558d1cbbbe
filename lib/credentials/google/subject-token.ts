import { CredentialError, type CredentialPorts } from "../source";
import { awsSubjectToken } from "./aws-subject";
import type { ExternalAccount } from "./description";

/**
 * The token of another identity provider (google.aip.dev/auth/4117): it is read each time, for whoever writes the
 * file renews it. @throws CredentialError
 */
export async function subjectToken(
  { credential_source: source, audience }: Pick<ExternalAccount, "credential_source" | "audience">,
  ports: CredentialPorts,
  signal: AbortSignal,
): Promise<string> {
  if ("environment_id" in source) return awsSubjectToken(source, audience, ports, signal);
  const { text, from } = "file" in source ? await ofFile(source.file, ports) : await ofAddress(source, ports, signal);
  const { type, subject_token_field_name: field } = source.format;
  const token = type === "json" ? memberOf(text, field ?? "access_token", from) : text.trim();
  if (token === "") throw new CredentialError(`${from} has no token`);
  return token;
}

async function ofFile(path: string, ports: CredentialPorts): Promise<{ text: string; from: string }> {
  return { text: await ports.readFile(path), from: path };
}

async function ofAddress(
  { url, headers }: Extract<ExternalAccount["credential_source"], { url: string }>,
  ports: CredentialPorts,
  signal: AbortSignal,
): Promise<{ text: string; from: string }> {
  const from = new URL(url).host;
  const { status, text } = await ports.ask({ method: "GET", url, headers }, signal);
  if (status < 200 || status > 299) throw new CredentialError(`${from} answers ${status}`);
  return { text, from };
}

function memberOf(text: string, name: string, from: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CredentialError(`${from} is not JSON`);
  }
  const member: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof member === "string") return member;
  throw new CredentialError(`${from} has no ${name.slice(0, 60)}`);
}
