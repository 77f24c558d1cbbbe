import { z } from "zod";
import { CredentialError, type CredentialAnswer, type FetchedCredential } from "../source";

const granted = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
const impersonated = z.object({ accessToken: z.string().min(1), expireTime: z.iso.datetime({ offset: true }) });
const refused = z.object({
  error: z.union([z.string(), z.object({ status: z.string().optional(), message: z.string().optional() })]),
  error_description: z.string().optional(),
});

/** The token of an OAuth answer (RFC 6749 §5.1). `from`: who answered. @throws CredentialError */
export function readGranted(answer: CredentialAnswer, from: string, now: number): FetchedCredential<string> {
  const { access_token: value, expires_in: seconds } = read(granted, answer, from);
  return { value, endsAt: now + seconds * 1000 };
}

/** The token of an impersonated account (iamcredentials, `generateAccessToken`). @throws CredentialError */
export function readImpersonated(answer: CredentialAnswer, from: string): FetchedCredential<string> {
  const { accessToken: value, expireTime } = read(impersonated, answer, from);
  return { value, endsAt: Date.parse(expireTime) };
}

function read<Value>(schema: z.ZodType<Value>, { status, text }: CredentialAnswer, from: string): Value {
  if (status < 200 || status > 299) throw new CredentialError(`${from} answers ${status}${reasonOf(text)}`);
  const value = schema.safeParse(parsed(text));
  if (value.success) return value.data;
  throw new CredentialError(`${from} answers without a token`);
}

/** What the other side says is wrong: its words alone, for the rest may repeat what was sent. */
function reasonOf(text: string): string {
  const found = refused.safeParse(parsed(text));
  if (!found.success) return "";
  const { error, error_description: description } = found.data;
  const parts = typeof error === "string" ? [error, description] : [error.status, error.message];
  const said = parts.filter((part) => part !== undefined).join(": ");
  return said === "" ? "" : `: ${said.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 200)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
