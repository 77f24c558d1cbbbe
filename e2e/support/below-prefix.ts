import { startProvider } from "@/local/provider/provider";
import { findFreePort } from "@/testing/database/free-port";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { type PrefixProxy, startPrefixProxy } from "@/testing/programs/prefix-proxy";

export const PREFIX = "/llm/gateway";

export interface BelowPrefix {
  readonly masterKey: string;
  readonly administrator: { readonly username: string; readonly password: string };
  /** The proxy that takes the prefix away, or the one that passes it on. */
  proxy(isStripped: boolean): PrefixProxy;
  stop(): Promise<void>;
}

/** Starts a gateway with a base path behind two proxies, with a provider of its own. */
export async function startBelowPrefix(): Promise<BelowPrefix> {
  const [passing = 0, stripping = 0] = [await findFreePort(), await findFreePort()];
  const provider = await startProvider({
    consoleRedirectUris: [passing, stripping].map((port) => `http://127.0.0.1:${port}${PREFIX}/api/auth/callback/oidc`),
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
  const options = { prefix: PREFIX, gatewayPort: Number(new URL(gateway.url).port) };
  const passes = await startPrefixProxy({ ...options, isStripped: false, port: passing });
  const strips = await startPrefixProxy({ ...options, isStripped: true, port: stripping });
  return {
    masterKey: gateway.masterKey,
    administrator: provider.administrator,
    proxy: (isStripped) => (isStripped ? strips : passes),
    async stop() {
      await passes.stop();
      await strips.stop();
      await gateway.stop();
      await provider.stop();
    },
  };
}
