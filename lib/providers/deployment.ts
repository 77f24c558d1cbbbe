import type { ModelEntry } from "@/lib/config/schema";
import type { Secret } from "@/lib/config/secret";
import type { DeploymentCredential } from "@/lib/credentials/deployment-credential";
import type { Habits } from "./known/habits";

/** Where a call goes: the upstream's address, the model's name there, and the key for it. */
export interface Deployment {
  readonly id: string;
  readonly provider: string;
  /** The upstream's name of the model. */
  readonly model: string;
  /** How it is asked, whatever the caller speaks: one of its provider's `apis`. Absent: as suits the caller. */
  readonly api?: string | undefined;
  /** The model behind `model`, where the entry says it (`model_info.base_model`): rules of families go by it. */
  readonly baseModel?: string | undefined;
  /** In what its provider differs from others of its dialect. */
  readonly habits?: Habits | undefined;
  /** Whether parameters that would be refused are dropped, as long as the answer keeps its form. */
  readonly dropsParams?: boolean;
  readonly origin: string;
  /** The path prefix of the API, without a trailing slash. */
  readonly basePath: string;
  readonly apiKey: Secret | undefined;
  /** The gateway's client certificate for mutual TLS; undefined if it has only the key. */
  readonly clientCertificate?: { readonly certificate: Secret; readonly key: Secret } | undefined;
  /** What its calls prove themselves with beside a key: it is fetched, and signs what finally goes out. */
  readonly credential?: DeploymentCredential | undefined;
  readonly entry: ModelEntry;
}

/** The id of a model list entry in spend rows and headers. */
export function deploymentId(entry: ModelEntry, index: number): string {
  return entry.model_info?.id ?? `file-${index}`;
}
