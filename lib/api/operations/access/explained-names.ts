import { SENTENCE_KINDS, type SentenceKind, sentenceParts } from "@/lib/sentence-parts";
import { EVERY_NAME, readPayerNames } from "@/lib/store/spend/payer-names";
import type { Services } from "@/lib/gateway/services";
import type { Explanation, NamedEntity, RecordedDecision } from "@/lib/wire/explanation";
import type { PayerIdField, PayerIds, PayerNames } from "@/lib/wire/payer-names";

/** The parts of an answer about a decision that show teams, users, organisations, end users and keys. */
export type Explained = Pick<Explanation, "identity" | "checks" | "message"> &
  Partial<Pick<Explanation, "principal" | "obligations" | "nearest_miss" | "claims">> &
  Partial<Pick<RecordedDecision, "team_id" | "organization_id" | "end_user_id">>;

const FIELDS = {
  team: "team_id",
  user: "user_id",
  organization: "organization_id",
  end_user: "end_user_id",
  key: "key_id",
} as const satisfies Record<SentenceKind, PayerIdField>;

interface Mention {
  readonly kind: SentenceKind;
  readonly id: string;
}

/** Everything that an answer names by an id, in its fields and in its sentences, each once. */
function mentionedIn(shown: Explained): readonly Mention[] {
  const { identity, principal, message, checks, obligations = [], nearest_miss: miss, claims = [] } = shown;
  const sentences = [message ?? "", ...checks.map(({ because }) => because), ...obligations, miss?.sentence ?? ""];
  const told = sentences.flatMap((sentence) =>
    sentenceParts(sentence).flatMap((part) => (part.is === "id" ? [{ kind: part.kind, id: part.id }] : [])),
  );
  const holders: readonly (PayerIds | null | undefined)[] = [identity, principal, shown];
  const ids = holders.flatMap((holder) =>
    SENTENCE_KINDS.flatMap((kind) => {
      const id = holder?.[FIELDS[kind]];
      return typeof id === "string" ? [{ kind, id }] : [];
    }),
  );
  const groups = (identity?.groups ?? []).map((id) => ({ kind: "team" as const, id }));
  const claimed = claims.flatMap((claim) =>
    claim.names.flatMap(({ kind, id }) => (kind === "role" || kind === "scope" ? [] : [{ kind, id }])),
  );
  const all = [...ids, ...groups, ...claimed, ...told].filter(({ id }) => id !== "");
  return [...new Map(all.map((one) => [JSON.stringify([one.kind, one.id]), one])).values()];
}

/** The present names of what an answer for administrators mentions; none while the database is away. */
export async function explainedNames(
  { database }: Pick<Services, "database">,
  shown: Explained,
): Promise<NamedEntity[]> {
  const rows = mentionedIn(shown).map(({ kind, id }) => ({ kind, id, row: { [FIELDS[kind]]: id } satisfies PayerIds }));
  const ids = rows.map(({ row }) => row);
  // An answer without names is better than no answer: recent refusals are known without the database.
  const namesOf = await readPayerNames(database.pool, ids, EVERY_NAME).catch(() => undefined);
  if (!namesOf) return [];
  return rows.flatMap(({ kind, id, row }) => {
    const names = namesOf(row);
    const name = nameOf(kind, names);
    return name === undefined || name === id
      ? []
      : [{ kind, id, name, told_as: kind === "key" ? names.key_name : null }];
  });
}

function nameOf(kind: SentenceKind, names: PayerNames): string | undefined {
  switch (kind) {
    case "team":
      return names.team_alias ?? undefined;
    case "user":
      return names.user_alias ?? names.user_email ?? undefined;
    case "organization":
      return names.organization_alias ?? undefined;
    case "end_user":
      return names.end_user_alias ?? undefined;
    case "key":
      return names.key_alias ?? names.key_name ?? undefined;
  }
}
