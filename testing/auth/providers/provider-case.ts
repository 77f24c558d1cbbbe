import type { DecisionCase, State } from "@/lib/auth/cases/case";

/** One token of a provider, as its documentation shows it, under a configuration of the provider's page. */
export interface ProviderCase {
  readonly name: string;
  /** The address of the provider's own page about this shape. */
  readonly source: string;
  /** Name of a configuration on the page. */
  readonly with: string;
  /** Name of a token on the page. */
  readonly token: string;
  /** Claims that differ from that token's; undefined leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly state?: State;
  readonly request?: DecisionCase["request"];
  readonly expect: DecisionCase["expect"];
}
