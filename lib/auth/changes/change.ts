import type { z } from "zod";
import type { JwtAuthSettings } from "@/lib/config/schema";
import { decidingSettings } from "../issuer-settings";
import type { ChangedSettings, ChangeKind } from "./change-kind";
import { addGroup } from "./kinds/add-group";
import { addMember } from "./kinds/add-member";
import { addRole } from "./kinds/add-role";
import { addScope } from "./kinds/add-scope";
import { allowAdmin } from "./kinds/allow-admin";
import { allowHostedTools } from "./kinds/allow-hosted-tools";
import { allowModel } from "./kinds/allow-model";
import { allowRoute } from "./kinds/allow-route";
import { allowTool } from "./kinds/allow-tool";
import { askForNoOrganization } from "./kinds/ask-for-no-organization";
import { askForNoTeam } from "./kinds/ask-for-no-team";
import { chooseOrganization } from "./kinds/choose-organization";
import { createTeam } from "./kinds/create-team";
import { createUser } from "./kinds/create-user";
import { makeTeamAdministrator } from "./kinds/make-team-administrator";
import { makeViewer } from "./kinds/make-viewer";
import { mapGroup } from "./kinds/map-group";
import { mapRole } from "./kinds/map-role";
import { mapScope } from "./kinds/map-scope";
import { mapTool } from "./kinds/map-tool";
import { nameEmail } from "./kinds/name-email";
import { nameNoEndUser } from "./kinds/name-no-end-user";
import { nameTeam } from "./kinds/name-team";
import { renewKey } from "./kinds/renew-key";
import { unblock } from "./kinds/unblock";
import { verifyEmail } from "./kinds/verify-email";
import type { Situation } from "./situation";

/** Every kind of change to the token, the database or the settings. */
const CHANGE_KINDS = [
  addGroup,
  nameTeam,
  addMember,
  makeViewer,
  makeTeamAdministrator,
  askForNoTeam,
  chooseOrganization,
  askForNoOrganization,
  nameNoEndUser,
  nameEmail,
  verifyEmail,
  addRole,
  addScope,
  mapRole,
  mapGroup,
  mapScope,
  mapTool,
  unblock,
  renewKey,
  allowAdmin,
  createTeam,
  createUser,
  allowRoute,
  allowModel,
  allowTool,
  allowHostedTools,
] as const;

type ShapesOf<Kinds extends readonly { readonly shape: unknown }[]> = {
  readonly [At in keyof Kinds]: Kinds[At]["shape"];
};
/** The shapes of all kinds, in the same order. */
// A list that is mapped loses the types of its places.
export const CHANGE_SHAPES = CHANGE_KINDS.map(({ shape }) => shape) as unknown as ShapesOf<typeof CHANGE_KINDS>;

/** One change. */
export type Change = z.output<(typeof CHANGE_KINDS)[number]["shape"]>;

const KINDS: ReadonlyMap<string, ChangeKind<Change>> = new Map(
  CHANGE_KINDS.map((kind) => [kind.shape.shape.kind.value, kind]),
);

/** What a change of this kind says and does. A kind gets only changes of its own shape. */
function kindOf({ kind }: Change): ChangeKind<Change> {
  const found = KINDS.get(kind);
  if (!found) throw new TypeError(`There is no change ${kind}`);
  return found;
}

/** Describes a change as the second half of "It would be allowed if ...". */
export function describeChange(change: Change): string {
  return kindOf(change).describe(change);
}

/** The settings to which a change gives other values; empty if it changes the token or the database. */
export function settingsChange(change: Change, settings: ChangedSettings): Partial<JwtAuthSettings> {
  return kindOf(change).settings?.(change, settings) ?? {};
}

/** The situation after a change. */
export function applyChange(situation: Situation, change: Change): Situation {
  const after = withSettings(situation, change);
  return kindOf(change).apply?.(after, change) ?? after;
}

function withSettings(situation: Situation, change: Change): Situation {
  const settings = decidingSettings(situation.identity, situation.settings);
  const changed = settingsChange(change, settings.jwtAuth);
  if (Object.keys(changed).length === 0) return situation;
  return { ...situation, settings: { ...settings, jwtAuth: { ...settings.jwtAuth, ...changed } } };
}
