import type { KeySource } from "./io/key-source";

/** One identity provider of the settings, and its keys. */
export interface Provider {
  readonly source: KeySource;
  /** The issuer from `issuers[]`. Undefined if it is not configured; a discovery document may still name it. */
  readonly configuredIssuer: string | undefined;
  /** The audiences that its tokens may have; undefined if any will do. */
  readonly audiences: readonly string[] | undefined;
}

/**
 * The providers whose keys may prove a token of that issuer: the issuer's own providers if any are known, otherwise the
 * providers whose issuer is unknown. If several providers claim the issuer, configured ones win, then those at an
 * address below the issuer's: a provider's document must not make it somebody else.
 */
export function providersFor(issuer: string | undefined, all: readonly Provider[]): readonly Provider[] {
  const claiming = issuer === undefined ? [] : all.filter(({ source }) => source.issuer === issuer);
  if (issuer === undefined || claiming.length === 0) return all.filter(({ source }) => source.issuer === undefined);
  const configured = claiming.filter((provider) => provider.configuredIssuer === issuer);
  if (configured.length > 0) return configured;
  const atHome = claiming.filter(({ source }) => source.url.startsWith(issuer));
  return atHome.length > 0 ? atHome : claiming;
}

/** The providers at an address, given as configured or as shown. */
export function providersAt(providers: readonly Provider[], url: string): readonly Provider[] {
  return providers.filter(({ source }) => source.url === url || shownUrl(source.url) === url);
}

/** The address without its user name and password. */
export function shownUrl(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username === "" && url.password === "") return address;
  url.username = url.password = "";
  return url.href;
}
