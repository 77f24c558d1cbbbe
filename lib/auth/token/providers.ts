import type { JwtAuthSettings, Settings } from "@/lib/config/schema";
import { issuersOf } from "../issuer-tenants";
import { settingsOfIssuer } from "../issuer-settings";
import { audiencesOf } from "./audiences";
import { keyAddress } from "./discovery-address";
import { KeySource, type KeySourceOptions } from "./io/key-source";
import type { Provider } from "./provider";

export interface Providers {
  /** The providers of the settings in force, in configured order. */
  current(): readonly Provider[];
  close(): void;
}

interface Wanted extends Omit<Provider, "source"> {
  readonly url: string;
  readonly ttl: number;
  readonly staleTtl: number;
}

/**
 * Makes one key source per address and set of options. A source survives changes of settings that do not concern it.
 */
export function createProviders(
  settings: () => Settings,
  now: () => number,
  { observe, connectorFor }: Pick<KeySourceOptions, "observe" | "connectorFor"> = {},
): Providers {
  let made = new Map<string, Provider>();
  let madeFor: Settings | undefined;

  function make({ url, configuredIssuer, audiences, ttl, staleTtl }: Wanted): Provider {
    return {
      source: new KeySource({ url, issuer: configuredIssuer, ttl, staleTtl, now, observe, connectorFor }),
      configuredIssuer,
      audiences,
    };
  }

  return {
    current() {
      const inForce = settings();
      if (inForce !== madeFor) {
        const next = new Map(wantedProviders(inForce).map((wanted) => [JSON.stringify(wanted), wanted]));
        for (const [id, { source }] of made) if (!next.has(id)) source.close();
        made = new Map([...next].map(([id, wanted]) => [id, made.get(id) ?? make(wanted)]));
        madeFor = inForce;
      }
      return [...made.values()];
    },
    close() {
      for (const { source } of made.values()) source.close();
    },
  };
}

/** An address in `issuers[]` is not also asked as an address without a known issuer. */
function wantedProviders({ jwtAuth, publicKeyUrls, audiences }: Settings): Wanted[] {
  const common = audiences.length > 0 ? audiences : undefined;
  const configured = jwtAuth.issuers.flatMap((entry) =>
    issuersOf(entry).map((issuer) => ({
      url: keyAddress({ ...entry, issuer }),
      configuredIssuer: issuer,
      audiences: audiencesOf(entry, common),
      ...timesOf(settingsOfIssuer(issuer, { jwtAuth }).jwtAuth),
    })),
  );
  const named = new Set(configured.flatMap(({ url, configuredIssuer }) => [url, configuredIssuer]));
  return [
    ...publicKeyUrls
      .filter((url) => !named.has(url))
      .map((url) => ({ url, configuredIssuer: undefined, audiences: common, ...timesOf(jwtAuth) })),
    ...configured,
  ];
}

function timesOf({ public_key_ttl: ttl, public_key_stale_ttl: staleTtl }: JwtAuthSettings) {
  return { ttl, staleTtl };
}
