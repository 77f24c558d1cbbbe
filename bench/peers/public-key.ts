import { createPublicKey, type JsonWebKey } from "node:crypto";
import type { BenchProvider } from "../provider";

/** The provider's keys. */
export async function readKeys({ keysUrl }: Pick<BenchProvider, "keysUrl">): Promise<JsonWebKey[]> {
  const { keys }: { keys: JsonWebKey[] } = await (await fetch(keysUrl)).json();
  return keys;
}

/** The provider's RSA key in PEM. */
export async function publicKeyPem(provider: Pick<BenchProvider, "keysUrl">): Promise<string> {
  const key = (await readKeys(provider)).find(({ kty }) => kty === "RSA");
  if (!key) throw new Error("the provider has no RSA key");
  return createPublicKey({ key, format: "jwk" }).export({ type: "spki", format: "pem" }).toString();
}
