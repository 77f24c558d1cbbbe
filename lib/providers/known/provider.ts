import type { Fault } from "@/lib/config/finding";
import type { Secret } from "@/lib/config/secret";
import type { DeploymentCredential } from "@/lib/credentials/deployment-credential";
import type { ModelEntry } from "@/lib/config/schema";
import type { Dialect } from "../adapter";
import type { Deployment } from "../deployment";
import type { Habits } from "./habits";
import type { ListRequest } from "./list-request";

/** The settings of an entry below `gateway_params`. */
export type EntryParams = ModelEntry["gateway_params"];

/** What an upstream's refusal says beyond its status. */
export interface Refusal {
  /**
   * `access`: the upstream refuses our credential, whatever the status says. `retired`: it no longer has the model.
   * Absent: the status says it.
   */
  readonly says?: "access" | "retired";
  /** The pause that it asks for elsewhere than in `Retry-After`, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** A refusal as it came. */
export interface RefusedAnswer {
  /** 400 to 599. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * All that the gateway knows of a provider. One that differs from others in nothing but its address is a row of
 * `table.ts`; one with anything of its own is a folder in `known/`. Pure: what it needs comes with the arguments.
 */
export interface Provider extends Dialect {
  /** The prefix of `gateway_params.model`. */
  readonly name: string;
  /** Where its API is. Undefined: each customer has an address of their own. */
  readonly apiBase: string | undefined;
  /**
   * The address where the entry's settings decide it and no `api_base` names it; undefined: they do not say.
   * `variable`: reads one of `variables`.
   */
  address?(params: EntryParams, variable: (name: string) => string | undefined): string | undefined;
  /**
   * What its calls prove themselves with where that is more than a key; undefined: the key does. `key`: that of the
   * calls, if there is one.
   */
  credential?(
    params: EntryParams,
    variable: (name: string) => string | undefined,
    key: Secret | undefined,
  ): DeploymentCredential | undefined;
  /** The variables of the environment that `address` and `credential` read. */
  readonly variables?: readonly string[];
  /** The variables that usually hold its key. The first one that is set is used. */
  readonly keyVariables: readonly string[];
  /** Its domains, each with its dot, where customers have subdomains of their own. */
  readonly domains?: readonly string[];
  /** Whether `api_base` may be the host alone, although `apiBase` has a path. */
  readonly takesHostAlone?: true;
  /** Words between provider and model that say how the model is asked, as in `openai/responses/gpt-5`. */
  readonly apis?: readonly string[];
  readonly habits?: Habits;
  /** Its name in the price list of the models that it serves; absent: its own. */
  priceListName?(model: string): string;
  /** Its name in traces, by OpenTelemetry's conventions; absent: its own. */
  readonly traceName?: string;
  /** How its models are listed, which costs nothing and shows that the credential works; absent: it has no list. */
  list?(deployment: Deployment): ListRequest;
  /** What a refusal says beyond its status; undefined: nothing. */
  refusal?(answer: RefusedAnswer): Refusal | undefined;
  /**
   * Faults of an entry's settings. Paths are below `gateway_params`. `variable`: reads one of `variables`; undefined:
   * they are not known here.
   */
  entryFaults?(entry: ModelEntry, variable?: (name: string) => string | undefined): readonly Fault[];
}
