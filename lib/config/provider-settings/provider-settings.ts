import type { z } from "zod";

/** The settings of an entry, below `gateway_params`, that one provider has, or several of one vendor. */
export interface ProviderSettings {
  /** The names before the slash of `model`. */
  readonly providers: readonly string[];
  /** Each with its description. What is transformed into a `Secret` is encrypted and never shown. */
  readonly shape: Readonly<Record<string, z.ZodType>>;
  /** Those that say where calls go beside `model` and `api_base`: entries that differ in them have different ids. */
  readonly locations?: readonly string[];
  /** Those that are addresses to which secrets of the entry go: who changes one must send the secrets again. */
  readonly destinations?: readonly string[];
  /**
   * Those that may name a file of the host, which only the configuration file may do, by what tells a value that
   * contains what it needs from a path.
   */
  readonly files?: Readonly<Record<string, (value: string) => boolean>>;
}
