import { proxyFor } from "@/lib/config/proxy-settings";
import { CredentialKeeper } from "@/lib/credentials/keeper";
import type { Services } from "@/lib/gateway/services";
import type { ProxyFor } from "@/lib/http/proxy-address";
import { credentialPorts, fetchLimit } from "@/lib/upstream/credentials/ports";
import { createUpstreams } from "@/lib/upstream/pools";
import { createPublicReader } from "@/lib/upstream/public-reader";

/**
 * Opens what requests of the gateway go out through, and the credentials that they need at clouds. Nothing is asked for
 * before a call needs it.
 */
export function openOutgoing(
  { now, environment, observer }: Pick<Services, "now" | "environment" | "observer">,
  overrides: Pick<Partial<Services>, "upstreams" | "credentials" | "readPublic">,
) {
  const throughProxies: ProxyFor = (target) => proxyFor(target, environment.proxies);
  const upstreams = overrides.upstreams ?? createUpstreams(undefined, throughProxies);
  const credentials =
    overrides.credentials ??
    new CredentialKeeper({
      ports: credentialPorts({ now, upstreams, variable: (name) => environment.lookup(name) }),
      limit: fetchLimit,
      onChange: (condition) => observer.happened?.({ kind: "credential", ...condition }),
    });
  const readPublic = overrides.readPublic ?? createPublicReader(undefined, throughProxies);
  return { throughProxies, upstreams, credentials, readPublic };
}
