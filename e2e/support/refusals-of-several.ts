import type { Stack } from "./fixtures";
import {
  BLOCKED,
  chat,
  keyOf,
  made,
  modelOf,
  NARROW,
  type RepairedRefusal,
  ROLES,
  withKeyOf,
} from "./refusals-to-repair";

const TEAMS_OF_ROLES = (name: string, more: object) => ({
  ...ROLES,
  user_id_upsert: false,
  team_id_jwt_field: "client_id",
  role_mappings: [{ role: `role-${name}`, internal_role: "team", ...more }],
});

/** Asks as the team of this name, with the role of this name. */
const askedByTeam = async (stack: Stack, name: string) =>
  chat(stack, await stack.provider.issueToken({ client_id: name, sub: name, roles: [`role-${name}`] }), name);

/** Refusals of which one change alone would only give another refusal: the nearest miss has several. */
export const REFUSALS_OF_SEVERAL: readonly RepairedRefusal[] = [
  {
    code: "role_model_not_allowed",
    what: "whose team lacks the model too",
    settings: (name) => TEAMS_OF_ROLES(name, NARROW),
    async make(stack, name) {
      await made(stack, "/team/new", { team_id: name, ...NARROW });
      return askedByTeam(stack, name);
    },
    does: "settings and grant-model",
    save: "Save both changes",
  },
  {
    code: "organization_blocked",
    what: "to a key that lacks the model too",
    async make(stack, name) {
      await made(stack, "/organization/new", { organization_id: name, ...BLOCKED });
      return chat(stack, await keyOf(stack, name, { organization_id: name, ...NARROW }), name);
    },
    does: "unblock and grant-model",
    save: "Save both changes",
  },
  {
    code: "team_blocked",
    what: "and without the model",
    make: withKeyOf("/team/new", "team_id", { ...BLOCKED, ...NARROW }),
    does: "unblock and grant-model of one row",
    save: "Save both changes",
  },
  {
    code: "key_expired",
    what: "of a blocked user",
    async make(stack, name) {
      await made(stack, "/user/new", { user_id: name });
      const ask = chat(stack, await keyOf(stack, name, { user_id: name, duration: "1s" }), name);
      while ((await ask()).status === 200);
      await made(stack, "/user/block", { user_id: name });
      return ask;
    },
    does: "renew and unblock",
    save: "Save both changes",
  },
  {
    code: "team_required",
    what: "to a user who is blocked too",
    settings: () => ({ enforce_team_based_model_access: true }),
    async make(stack, name) {
      await made(stack, "/team/new", { team_id: name, models: [modelOf(name)] });
      await made(stack, "/user/new", { user_id: name, ...BLOCKED });
      return chat(stack, await stack.provider.issueToken({ uid: name }), name);
    },
    does: "unblock and membership",
    save: "Save both changes",
  },
  {
    code: "budget_exceeded",
    what: "of a team and of its key",
    async make(stack, name) {
      await made(stack, "/team/new", { team_id: name, max_budget: 0 });
      return chat(stack, await keyOf(stack, name, { team_id: name, max_budget: 0 }), name);
    },
    does: "raise-budget twice",
    save: "Save both changes",
  },
];
