import { createPrivateKey, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { CredentialError } from "../source";
import type { ServiceAccount } from "./description";

const SECONDS = 3600;

/**
 * What a service account proves itself with (RFC 7523, developers.google.com/identity/protocols/oauth2).
 * `now`: milliseconds since the epoch. @throws CredentialError for a key that cannot be read
 */
export async function signedAssertion(account: ServiceAccount, scope: string, now: number): Promise<string> {
  const { client_email: email, private_key_id: keyId, token_uri: audience } = account;
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", ...(keyId !== undefined && { kid: keyId }) })
    .setIssuer(email)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + SECONDS)
    .sign(keyOf(account));
}

function keyOf({ private_key: pem, client_email: email }: ServiceAccount): KeyObject {
  const fault = new CredentialError(`private_key of ${email} is not an RSA key in PEM`);
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "rsa") return key;
  } catch {
    throw fault;
  }
  throw fault;
}
