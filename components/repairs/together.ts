import type { InputOf } from "@/components/api/client";
import type { decisionContracts } from "@/lib/wire/contracts/decisions";
import type { RepairedKind, Step } from "./entity-step";
import type { Offer } from "./offers";
import type { Repair } from "./repair";

export type ReplayDraft = InputOf<typeof decisionContracts.replay>;

type Entity = Extract<Repair, { kind: "entity" }>;

/** All steps that change one row. */
export interface RowPart {
  readonly kind: "row";
  readonly sentences: readonly string[];
  readonly entity: Exclude<RepairedKind, "model">;
  readonly id: string;
  readonly steps: readonly Step[];
}

/** A part of an offer that is saved with the others. */
export type Part = RowPart | Extract<Repair, { kind: "settings" | "creation" | "membership" }>;

/** A part that is made on another page, by the caller or by the identity provider. */
export type OtherPart = Exclude<Repair, Part>;

/**
 * An offer as what is saved and what must be made elsewhere. Rows that others need come first, and settings last,
 * because a revision stays in the list of revisions even if it is taken back.
 */
export function partsOf(offer: Offer): { readonly parts: readonly Part[]; readonly others: readonly OtherPart[] } {
  const rows = new Map<string, RowPart>();
  const parts: Part[] = [];
  const others: OtherPart[] = [];
  for (const repair of offer) {
    if (repair.kind === "elsewhere" || repair.kind === "page") others.push(repair);
    else if (repair.kind !== "entity") parts.push(repair);
    else if (repair.entity === "model") others.push(repair);
    else {
      const key = JSON.stringify([repair.entity, repair.id]);
      rows.set(key, withStep(rows.get(key), repair, repair.entity));
    }
  }
  const all = [...parts, ...rows.values()];
  return { parts: ORDER.flatMap((kind) => all.filter((part) => part.kind === kind)), others };
}

const ORDER = ["creation", "row", "membership", "settings"] as const satisfies readonly Part["kind"][];

function withStep(part: RowPart | undefined, { id, step, sentence }: Entity, entity: RowPart["entity"]): RowPart {
  const { sentences = [], steps = [] } = part ?? {};
  return { kind: "row", entity, id, sentences: [...sentences, sentence], steps: [...steps, step] };
}

/**
 * The draft of all parts for /auth/replay. Undefined where it cannot try one of them: tried without it, the others
 * would seem to change nothing.
 */
export function draftOfAll(drafts: readonly (ReplayDraft | undefined)[]): ReplayDraft | undefined {
  const known = drafts.filter((draft) => draft !== undefined);
  if (known.length === 0 || known.length < drafts.length) return undefined;
  const settings = known.find((draft) => draft.settings !== undefined)?.settings;
  const teams = merged(
    known.flatMap((draft) => draft.teams ?? []),
    ({ team_id: id }) => id,
  );
  const users = merged(
    known.flatMap((draft) => draft.users ?? []),
    ({ user_id: id }) => id,
  );
  const organizations = merged(
    known.flatMap((draft) => draft.organizations ?? []),
    ({ organization_id: id }) => id,
  );
  const keys = merged(
    known.flatMap((draft) => draft.keys ?? []),
    ({ key }) => key,
  );
  return {
    ...(settings !== undefined && { settings }),
    ...(teams.length > 0 && { teams }),
    ...(users.length > 0 && { users }),
    ...(organizations.length > 0 && { organizations }),
    ...(keys.length > 0 && { keys }),
  };
}

function merged<Row>(rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const byId = new Map<string, Row>();
  for (const row of rows) byId.set(idOf(row), { ...byId.get(idOf(row)), ...row });
  return [...byId.values()];
}

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six"] as const;

/** "Two changes are needed together" */
export function togetherTitle(count: number): string {
  return `${NUMBERS[count] ?? count} changes are needed together`;
}

/** "Save both changes" */
export function saveLabel(count: number): string {
  if (count === 1) return "Save this change";
  return count === 2 ? "Save both changes" : `Save all ${count} changes`;
}

/** "Both changes are", to be continued. */
export function changesAre(count: number): string {
  if (count === 1) return "The change is";
  return count === 2 ? "Both changes are" : `All ${count} changes are`;
}
