import type { KeySource } from "./io/key-source";

/** One identity provider of the settings, and its keys. */
export interface Provider {
  readonly source: KeySource;
  /** As `issuers[]` says. Undefined: not configured; a discovery document may still say it. */
  readonly configuredIssuer: string | undefined;
  /** What its tokens may be meant for; undefined: anything. */
  readonly audiences: readonly string[] | undefined;
}

/**
 * The providers whose keys may prove a token of that issuer: its own once any is known to be, otherwise those of
 * which nobody has said whose they are. Where several claim one issuer, the operator's word counts most, then an
 * address below the issuer's own: a provider's document must not make it another.
 */
export function providersFor(issuer: string | undefined, all: readonly Provider[]): readonly Provider[] {
  const claiming = issuer === undefined ? [] : all.filter(({ source }) => source.issuer === issuer);
  if (issuer === undefined || claiming.length === 0) return all.filter(({ source }) => source.issuer === undefined);
  const configured = claiming.filter((provider) => provider.configuredIssuer === issuer);
  if (configured.length > 0) return configured;
  const atHome = claiming.filter(({ source }) => source.url.startsWith(issuer));
  return atHome.length > 0 ? atHome : claiming;
}

/** The providers at an address, as it is configured or as it is shown. */
export function providersAt(providers: readonly Provider[], url: string): readonly Provider[] {
  return providers.filter(({ source }) => source.url === url || shownUrl(source.url) === url);
}

/** Without the user name and password an address may carry. */
export function shownUrl(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username === "" && url.password === "") return address;
  url.username = url.password = "";
  return url.href;
}
