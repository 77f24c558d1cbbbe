import type { OutputOf } from "@/components/api/client";
import type { modelContracts } from "@/lib/wire/contracts/models";

/** The whole model list in force, with the findings and overlaps of its analysis. */
export type ModelList = Pick<
  OutputOf<typeof modelContracts.info>,
  "data" | "findings" | "overlaps" | "overlaps_truncated"
>;
import type { FindingView } from "@/components/shared/findings";
import type { ModelView } from "@/lib/wire/model";
import { isOutOfRotation } from "./rotation/rotation";

/** The notes about one entry of the model list. */
export interface EntryNotes {
  /** The model_name that takes every name this entry matches, so that the entry serves nothing. */
  readonly shadowedBy: string | undefined;
  /** Names that this entry and another match equally well, so that only their order decides. */
  readonly ties: readonly { readonly other: string; readonly example: string; readonly wins: boolean }[];
  /**
   * Model names that share some requests with this one; the more specific name wins, as wildcards are meant to work.
   */
  readonly overlaps: readonly { readonly other: string; readonly example: string; readonly wins: boolean }[];
  /** It gets no calls while others of its name can take them. */
  readonly isOutOfRotation: boolean;
  readonly findings: readonly FindingView[];
}

/** The notes of every entry, by its id. */
export function notesOf({ data, findings, overlaps }: ModelList): ReadonlyMap<string, EntryNotes> {
  const nameOf = new Map(data.map((entry) => [entry.id, entry.model_name]));
  const paths = pathsOf(data);
  return new Map(
    data.map((entry) => {
      // The API lists overlaps for the first entry of a name; all entries of that name have the same.
      const own = overlaps.flatMap((overlap) => {
        const [winner, loser] = [nameOf.get(overlap.winner) ?? "", nameOf.get(overlap.loser) ?? ""];
        if (winner === entry.model_name) return [{ ...overlap, other: loser, wins: true }];
        return loser === entry.model_name ? [{ ...overlap, other: winner, wins: false }] : [];
      });
      const shadow = own.find(({ wins, complete }) => !wins && complete);
      const path = paths.get(entry.id) ?? "";
      return [
        entry.id,
        {
          shadowedBy: shadow?.other,
          ties: own.filter(({ tie }) => tie).map(pairOf),
          overlaps: own.filter(({ tie }) => !tie).map(pairOf),
          isOutOfRotation: isOutOfRotation(entry, data),
          findings: findings.filter((finding) => finding.path === path || finding.path.startsWith(`${path}.`)),
        },
      ];
    }),
  );
}

function pairOf({ other, example, wins }: EntryNotes["ties"][number]): EntryNotes["ties"][number] {
  return { other, example, wins };
}

/**
 * The path of each entry in findings: by position for entries of the file, by id for entries of the database. Entries
 * that the database has taken over keep their position in the file.
 */
function pathsOf(data: readonly ModelView[]): ReadonlyMap<string, string> {
  return new Map(
    data.map((entry, index) => [entry.id, entry.source === "file" ? `model_list.${index}` : `models.${entry.id}`]),
  );
}
