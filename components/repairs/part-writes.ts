import { type Configuration, effectiveAccess, savedOverrides } from "@/components/access/draft";
import { callOperation, callVersioned } from "@/components/api/client";
import { serverTime } from "@/components/api/server-time";
import type { Receipt } from "@/components/shared/receipts";
import type { AccessOverrides } from "@/lib/config/schema";
import { configContracts } from "@/lib/wire/contracts/config";
import { teamContracts, teamMemberContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";
import { revisionTag } from "@/lib/wire/edits/revision-tag";
import { draftOf } from "./entity-step";
import { rowSource } from "./row-source";
import { type Chosen, type PendingStep, patchOfSteps, pendingSteps, takenBack } from "./row-steps";
import type { Part, ReplayDraft, RowPart } from "./together";

/** A part on what is in force. Its functions throw `ApiError`. */
export interface OpenedPart {
  /** What was read before the change, to show what others change meanwhile. */
  readonly seen: object;
  /** The steps that still change the row; only of rows. */
  readonly pending: (chosen: Chosen) => readonly PendingStep[];
  /** Undefined: nothing is left to change. */
  readonly prepare: (chosen: Chosen) => PreparedPart | undefined;
}

/** A part that is ready to be tried and made. */
export interface PreparedPart {
  /** Undefined: recorded traffic cannot try it. */
  readonly draft: ReplayDraft | undefined;
  readonly isFaulty: boolean;
  /** How many of the changes that are needed it makes. */
  readonly changes: number;
  readonly make: () => Promise<Made>;
}

/** A change that was made. */
export interface Made {
  readonly nodes: readonly Receipt[];
  readonly takeBack: () => Promise<unknown>;
}

/** What the parts of an offer share. */
export interface PartContext {
  /** The settings from which the offer was made. */
  readonly configuration: Configuration;
  /** The users that other parts of the offer create. */
  readonly created: ReadonlySet<string>;
}

/** Reads what a part changes. @throws ApiError */
export async function openPart(part: Part, { configuration, created }: PartContext): Promise<OpenedPart> {
  switch (part.kind) {
    case "row":
      return openRow(part);
    case "settings": {
      const saved = savedOverrides(configuration);
      return whole(effectiveAccess(saved, configuration), {
        draft: { settings: { ...saved, ...part.settings } },
        make: () => saveSettings(part.settings, part.sentence, configuration),
      });
    }
    case "creation":
      return whole({}, { draft: undefined, make: () => create(part) });
    case "membership": {
      const { user, team } = part;
      const teams = created.has(user) ? [] : (await callOperation(userContracts.info, { user_id: user })).teams;
      if (teams.includes(team)) return whole({}, undefined);
      const draft = created.has(user) ? undefined : { users: [{ user_id: user, teams: [...teams, team] }] };
      return whole({}, { draft, make: () => join(part) });
    }
  }
}

/** A part without anything to choose. */
function whole(seen: object, prepared: Omit<PreparedPart, "isFaulty" | "changes"> | undefined): OpenedPart {
  return { seen, pending: () => [], prepare: () => prepared && { ...prepared, isFaulty: false, changes: 1 } };
}

async function openRow({ entity, id, steps }: RowPart): Promise<OpenedPart> {
  const source = rowSource(entity, id);
  const opened = await source.read();
  if (!opened) return whole({}, undefined);
  const { body: row, etag } = opened;
  const now = serverTime();
  const pending = (chosen: Chosen) => pendingSteps(steps, row, chosen, now);
  return {
    seen: row,
    pending,
    prepare(chosen) {
      const left = pending(chosen);
      if (left.length === 0) return undefined;
      const patch = patchOfSteps(left);
      return {
        draft: draftOf(entity, id, patch),
        isFaulty: left.some(({ isFaulty }) => isFaulty),
        changes: left.length,
        async make() {
          const written = await source.write(patch, etag);
          return { nodes: written.body.nodes, takeBack: () => source.write(takenBack(row, patch), written.etag) };
        },
      };
    },
  };
}

async function saveSettings(settings: AccessOverrides, comment: string, configuration: Configuration): Promise<Made> {
  const before = savedOverrides(configuration);
  const save = (next: AccessOverrides, comment: string, base: Configuration["revision"]) =>
    callVersioned(
      configContracts.saveRevision,
      { settings: next, comment, base_revision: base?.id ?? null },
      { ifMatch: revisionTag(base) },
    );
  const { body } = await save({ ...before, ...settings }, comment, configuration.revision);
  return { nodes: body.nodes, takeBack: () => save(before, `Taken back: ${comment}`.slice(0, 500), body.revision) };
}

async function create({ entity, id, model }: Extract<Part, { kind: "creation" }>): Promise<Made> {
  const models = model === null ? {} : { models: [model] };
  if (entity === "team") {
    const { body, etag } = await callVersioned(teamContracts.new, { team_id: id, ...models });
    return {
      nodes: [],
      takeBack: () => callVersioned(teamContracts.delete, { team_ids: [body.team_id] }, { ifMatch: etag }),
    };
  }
  const { body, etag } = await callVersioned(userContracts.new, { user_id: id, ...models });
  return {
    nodes: [],
    takeBack: () => callVersioned(userContracts.delete, { user_ids: [body.user_id] }, { ifMatch: etag }),
  };
}

async function join({ team: team_id, user: user_id }: Extract<Part, { kind: "membership" }>): Promise<Made> {
  const { body } = await callVersioned(teamMemberContracts.add, { team_id, member: { user_id, role: "user" } });
  const ifMatch = body.members_with_roles.find((member) => member.user_id === user_id)?.etag;
  return {
    nodes: body.nodes,
    takeBack: () => callVersioned(teamMemberContracts.delete, { team_id, user_id }, { ifMatch }),
  };
}
