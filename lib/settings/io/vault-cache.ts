import { parseVaultReference, type VaultAnswer } from "@/lib/config/secrets/vault-reference";
import { readAwsSecret } from "./aws-secrets";
import { VaultClient } from "./vault-client";

type Lookup = (name: string) => string | undefined;

/** What reading the vaults again has brought, by the references of the configuration file. */
export interface VaultsRead {
  /** The references that have another value now. */
  readonly changed: readonly string[];
  /** The references that cannot be read now, with the reason. They keep their last value. */
  readonly kept: readonly { readonly reference: string; readonly reason: string }[];
}

/** The values in vaults that the configuration file refers to. They are kept while a vault is away. */
export class VaultCache {
  readonly #answers = new Map<string, VaultAnswer>();
  #client: VaultClient | undefined;

  /** Reads the references that have no value yet. `lookup`: variables of the environment. */
  async prepare(references: Iterable<string>, lookup: Lookup): Promise<void> {
    const missing = [...new Set(references)].filter((reference) => !this.#hasValue(reference));
    await Promise.all(
      missing.map(async (reference) => void this.#answers.set(reference, await this.#read(reference, lookup))),
    );
  }

  /** The value of a reference that was prepared, or why there is none. */
  answer(reference: string): VaultAnswer {
    return this.#answers.get(reference) ?? { reason: "vaults are read only for the configuration file" };
  }

  /** Reads again all references that have a value. */
  async refresh(lookup: Lookup): Promise<VaultsRead> {
    const known = [...this.#answers].filter(([reference]) => this.#hasValue(reference));
    if (known.some(([reference]) => reference.startsWith("vault/"))) await this.#clientFor(lookup).renew();
    const changed: string[] = [];
    const kept: VaultsRead["kept"][number][] = [];
    await Promise.all(
      known.map(async ([reference, before]) => {
        const answer = await this.#read(reference, lookup);
        if ("reason" in answer) return void kept.push({ reference, reason: answer.reason });
        this.#answers.set(reference, answer);
        if (!("value" in before) || before.value !== answer.value) changed.push(reference);
      }),
    );
    return { changed: changed.toSorted(), kept: kept.toSorted((a, b) => (a.reference < b.reference ? -1 : 1)) };
  }

  #hasValue(reference: string): boolean {
    const answer = this.#answers.get(reference);
    return answer !== undefined && "value" in answer;
  }

  #read(text: string, lookup: Lookup): Promise<VaultAnswer> {
    const reference = parseVaultReference(text);
    if (reference === undefined) return Promise.resolve({ reason: "it is not written as a reference" });
    return reference.kind === "vault" ? this.#clientFor(lookup).read(reference) : readAwsSecret(reference, lookup);
  }

  /** One client serves all references, because it keeps its login. */
  #clientFor(lookup: Lookup): VaultClient {
    return (this.#client ??= new VaultClient(lookup, Date.now));
  }
}

/** The vaults of this process. */
export const processVaults = new VaultCache();
