import { createPublicKey, generateKeyPairSync, type JsonWebKey } from "node:crypto";
import type { AttackFixture } from "./forge";
import type { LocalProvider } from "../../local/provider/provider";

/** Sets the fixture for the table of attacks: a real token of a real provider, its keys, and an attacker's. */
export async function prepareAttacks(provider: LocalProvider): Promise<AttackFixture> {
  const ec = await provider.addKey("ES256");
  const ed = await provider.addKey("EdDSA");
  const rsa = provider.signingKey;
  const token = await provider.projectToken();
  const [header = "", claims = ""] = token.split(".");
  const { kty, n, e, kid, alg, use } = rsa;
  const publicKey = createPublicKey({ key: { kty, n, e }, format: "jwk" });
  return {
    token,
    header: decode(header),
    claims: decode(claims),
    keys: { rsa, ec, ed },
    stranger: {
      rsa: privateJwk(generateKeyPairSync("rsa", { modulusLength: 2048 })),
      ec: privateJwk(generateKeyPairSync("ec", { namedCurve: "P-256" })),
    },
    published: {
      pem: publicKey.export({ format: "pem", type: "spki" }).toString(),
      der: publicKey.export({ format: "der", type: "spki" }),
      jwk: JSON.stringify({ kty, n, e, kid, alg, use }),
    },
    now: Math.floor(Date.now() / 1_000),
  };
}

function privateJwk({ privateKey }: { privateKey: { export(options: { format: "jwk" }): JsonWebKey } }): JsonWebKey {
  return privateKey.export({ format: "jwk" });
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Record<string, unknown>;
}
