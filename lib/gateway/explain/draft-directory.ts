import type { KeyFacts } from "@/lib/auth/decision";
import type { FactSnapshot } from "@/lib/store/directory/fact-snapshot";

/** What a draft changes of a row. What it leaves out stays. */
interface DraftRow {
  readonly models?: readonly string[] | undefined;
  readonly blocked?: boolean | undefined;
}

interface DraftUser extends DraftRow {
  /** The ids of the teams that they are a member of. */
  readonly teams?: readonly string[] | undefined;
}

interface DraftKey extends DraftRow {
  readonly allowedRoutes?: readonly string[] | undefined;
  /** Milliseconds since the epoch; null: never; undefined: as today. */
  readonly expiresAt?: number | null | undefined;
}

/** Drafts of rows that exist, by their ids. */
export interface DraftRows {
  readonly teams: ReadonlyMap<string, DraftRow>;
  readonly users: ReadonlyMap<string, DraftUser>;
  readonly organizations: ReadonlyMap<string, DraftRow>;
  readonly keys: ReadonlyMap<string, DraftKey>;
}

/** The directory as it would be after the drafts. A draft of a row that does not exist changes nothing. */
export function withDraftRows(snapshot: FactSnapshot, drafts: DraftRows): FactSnapshot {
  const keys = new Map<string, KeyFacts>(snapshot.keys);
  for (const [id, draft] of drafts.keys) {
    const key = keys.get(id);
    if (key) keys.set(id, { ...key, ...given(draft) });
  }
  return {
    ...snapshot,
    keys,
    team: async (id) => drafted(await snapshot.team(id), drafts.teams.get(id)),
    user: async (id) => drafted(await snapshot.user(id), drafts.users.get(id)),
    organization: async (id) => drafted(await snapshot.organization(id), drafts.organizations.get(id)),
  };
}

function drafted<Row, Draft extends DraftRow>(row: Row | undefined, draft: Draft | undefined): Row | undefined {
  return row && draft ? { ...row, ...given(draft) } : row;
}

/** The members that a draft states. */
function given<Draft extends object>(draft: Draft): { [Name in keyof Draft]?: Exclude<Draft[Name], undefined> } {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Draft]?: Exclude<Draft[Name], undefined>;
  };
}
