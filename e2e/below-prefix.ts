import { startProvider } from "@/local/provider/provider";
import { findFreePort } from "@/testing/database/free-port";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { type PrefixProxy, startPrefixProxy } from "@/testing/programs/prefix-proxy";
import { test as base } from "./fixtures";

export const PREFIX = "/llm/gateway";

interface Proxied {
  readonly masterKey: string;
  readonly administrator: { readonly username: string; readonly password: string };
  /** By whether they take the prefix away. */
  readonly proxies: ReadonlyMap<boolean, PrefixProxy>;
}

/** With a gateway that has a base path, behind two proxies, one for all tests of a worker. */
export const test = base.extend<object, { proxied: Proxied }>({
  proxied: [
    async ({}, use) => {
      const ports = [await findFreePort(), await findFreePort()];
      const provider = await startProvider({
        consoleRedirectUris: ports.map((port) => `http://127.0.0.1:${port}${PREFIX}/api/auth/callback/oidc`),
      });
      const gateway = await startGatewayWithDatabase({
        config: {
          general_settings: {
            enable_jwt_auth: true,
            gateway_jwtauth: { admin_jwt_scope: "gateway_proxy_admin" },
          },
        },
        environment: {
          GATEWAY_BASE_PATH: `${PREFIX}/`,
          JWT_PUBLIC_KEY_URL: provider.discoveryUrl,
          JWT_AUDIENCE: provider.audience,
          OIDC_ISSUER: provider.issuer,
          OIDC_CLIENT_ID: provider.consoleClient.clientId,
          OIDC_CLIENT_SECRET: provider.consoleClient.clientSecret,
          GATEWAY_TRUSTED_PROXIES: "127.0.0.1",
        },
      });
      const proxies = new Map<boolean, PrefixProxy>();
      for (const [at, isStripped] of [false, true].entries()) {
        const options = { prefix: PREFIX, isStripped, gatewayPort: Number(new URL(gateway.url).port) };
        proxies.set(isStripped, await startPrefixProxy({ ...options, port: ports[at] ?? 0 }));
      }
      await use({ masterKey: gateway.masterKey, administrator: provider.administrator, proxies });
      for (const proxy of proxies.values()) await proxy.stop();
      await gateway.stop();
      await provider.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});
