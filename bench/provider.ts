import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createSigningKey, signClaims } from "@/local/provider/signing-keys";

/** An identity provider with two keys. */
export interface BenchProvider {
  readonly keysUrl: string;
  /** The token of a project, signed with RS256. */
  readonly token: string;
  /** The token of a project that keeps what its calls say. */
  readonly keepingToken: string;
  /** Another token of the same project, signed with ES256, because that is quick. */
  newToken(): Promise<string>;
  /** A token of a user of the same project, signed with ES256. */
  tokenOf(user: string): Promise<string>;
}

/** Whom the tokens are for. Calls of tools need one; the others do not look at it. */
export const BENCH_AUDIENCE = "bench";

/** The project that keeps what its calls say. */
export const KEEPING_TEAM = "bench-kept";

/** Starts a provider, which serves until `cleanUp` is run. */
export async function startProvider(cleanUp: (() => unknown)[]): Promise<BenchProvider> {
  const [rsa, curve] = [await createSigningKey("RS256"), await createSigningKey("ES256")];
  const keys = JSON.stringify({
    keys: [rsa, curve].map(({ d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...key }) => key),
  });
  const server: Server = createServer((_request, response) =>
    response.setHeader("content-type", "application/json").end(keys),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp.push(() => server.close());
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: "https://provider.test",
    aud: BENCH_AUDIENCE,
    sub: "bench-user",
    client_id: "bench-team",
    scope: "openid",
    iat: now,
    exp: now + 3600,
  };
  let made = 0;
  return {
    keysUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    token: await signClaims(rsa, claims),
    keepingToken: await signClaims(rsa, { ...claims, client_id: KEEPING_TEAM }),
    newToken: () => signClaims(curve, { ...claims, jti: String(++made) }),
    tokenOf: (user) => signClaims(curve, { ...claims, sub: user }),
  };
}
