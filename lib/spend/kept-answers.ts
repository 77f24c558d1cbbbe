import type { KeptAnswer } from "@/lib/store/record/kept-answers";

export type { KeptAnswer } from "@/lib/store/record/kept-answers";

/** Who owns what upstreams keep: responses, their items, conversations. */
export interface KeptAnswers {
  /**
   * Notes that ids belong to somebody, unless somebody owns them already. Resolves when that survives the process: it
   * is in the database or, while that is away, in the journal. Never rejects: then only this process knows it.
   */
  keep(ids: readonly string[], kept: KeptAnswer): Promise<void>;
  /** The owners of those of the ids that have one. @throws the database's error, if this process does not know them */
  find(ids: readonly string[]): Promise<ReadonlyMap<string, KeptAnswer>>;
  /** Whose an id is, which belongs to the first who claims it. @throws the database's error */
  claim(id: string, kept: KeptAnswer): Promise<KeptAnswer>;
  /** Forgets an id that the upstream has deleted. @throws the database's error */
  forget(id: string): Promise<void>;
  close(): void;
}
