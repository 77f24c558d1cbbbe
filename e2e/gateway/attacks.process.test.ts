import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ATTACKS, GENUINE } from "@/lib/auth/token/attacks.cases";
import { prepareAttacks } from "@/testing/auth/attack-fixture";
import type { AttackFixture } from "@/testing/auth/forge";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

describe.each([{ name: "without the console", environment: { GATEWAY_CONSOLE: "off" } }] as const)(
  "$name",
  ({ environment }) => {
    let gateway: GatewayProcess;
    let provider: LocalProvider;
    let upstream: LocalUpstream;
    let fixture: AttackFixture;

    beforeAll(async () => {
      provider = await startProvider();
      upstream = await startUpstream();
      fixture = await prepareAttacks(provider);
      gateway = await startGatewayWithDatabase({
        environment: { ...environment, JWT_PUBLIC_KEY_URL: provider.discoveryUrl, JWT_AUDIENCE: provider.audience },
        config: {
          general_settings: { enable_jwt_auth: true },
          gateway_jwtauth: { admin_jwt_scope: "gateway_proxy_admin", team_id_upsert: true },
          model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
        },
      });
    });
    afterAll(async () => {
      await gateway?.stop();
      await upstream?.stop();
      await provider?.stop();
    });

    const call = (token: string): Promise<Response> =>
      fetch(`${gateway.url}/v1/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "any", messages: [{ role: "user", content: "Say something." }] }),
      });

    test.each(GENUINE)("a genuine token is let in: $name", async ({ make }) => {
      const served = upstream.served;
      const response = await call(make(fixture));
      expect(response.status, await response.text()).toBe(200);
      expect(upstream.served).toBe(served + 1);
    });

    test.each(ATTACKS)("an attack is refused: $name ($source)", async ({ make, code }) => {
      const token = make(fixture);
      const served = upstream.served;
      const response = await call(token);
      const answer = await response.text();
      expect([response.status, answer]).toEqual([401, expect.stringContaining(`"code":"${code}"`)]);
      expect(JSON.parse(answer)).toEqual({
        error: { message: expect.any(String), type: "authentication_error", param: null, code },
      });
      expect(response.headers.get("www-authenticate")).toMatch(
        /^Bearer error="invalid_token", error_description="[^"\\]+"$/,
      );
      expect(upstream.served).toBe(served);

      const told = answer + JSON.stringify([...response.headers]) + gateway.output;
      const published = Object.values(fixture.keys).map(({ kid }) => kid);
      expect(revealing(token, published).filter((text) => told.includes(text))).toEqual([]);
    });
  },
);

/**
 * What no answer and no log line may repeat: the token's parts, pieces of them, and a `kid` that an attacker chose. A
 * `kid` that the provider has published may stand in the log.
 */
function revealing(token: string, published: readonly unknown[]): string[] {
  const parts = token.split(".").filter((part) => part.length >= 16);
  const header = Buffer.from(token.split(".")[0] ?? "", "base64url").toString("utf8");
  const kid = /"kid":"((?:[^"\\]|\\.){8,})"/.exec(header)?.[1] ?? [];
  // "__proto__" is the gateway's own word for such a member.
  const chosen = [kid].flat().filter((text) => text !== "__proto__" && !published.includes(text));
  return [...parts, ...parts.flatMap((part) => [part.slice(0, 24), part.slice(-24)]), ...chosen];
}
