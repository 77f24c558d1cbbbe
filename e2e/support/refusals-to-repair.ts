import type { Stack } from "./fixtures";

/** A refusal that is made with a real request, and its repair. */
export interface RepairedRefusal {
  readonly code: string;
  /** What is refused, for the title of the test, where a code has several repairs. */
  readonly what?: string;
  /** The access settings under which it is refused. */
  readonly settings?: (name: string) => object;
  /** Makes what is needed, under names that hold `name`. Returns the request that is refused. */
  readonly make: (stack: Stack, name: string) => Promise<() => Promise<Response>>;
  /** The repair among those that are offered, where there are several. */
  readonly repair?: (name: string) => string;
  /** What the repair does: the name of its step or of its kind. */
  readonly does: string;
  /** The button that saves it. */
  readonly save: string;
  /** The code that refuses the request after the repair. Absent: it passes. */
  readonly next?: string;
}

/** The model of a case, which the entry of all of OpenAI's models serves. */
export const modelOf = (name: string): string => `openai/${name}`;

export function chat({ gateway }: Stack, bearer: string, name: string, body: object = {}, headers: object = {}) {
  return () =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json", ...headers },
      body: JSON.stringify({ model: modelOf(name), messages: [{ role: "user", content: "Hello" }], ...body }),
    });
}

function get({ gateway }: Stack, bearer: string, path: string) {
  return () => fetch(gateway.url + path, { headers: { authorization: `Bearer ${bearer}` } });
}

export async function made({ gateway, post }: Stack, path: string, fields: object): Promise<Record<string, unknown>> {
  const { status, body } = await post(path, gateway.masterKey, fields);
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body;
}

export const keyOf = async (stack: Stack, name: string, fields: object = {}): Promise<string> =>
  String((await made(stack, "/key/generate", { key_alias: name, ...fields }))["key"]);

/** Makes an entity, and calls with a key of it. */
export function withKeyOf(path: string, idField: string, fields: object): RepairedRefusal["make"] {
  return async (stack, name) => {
    await made(stack, path, { [idField]: name, ...fields });
    return chat(stack, await keyOf(stack, name, { [idField]: name }), name);
  };
}

/** The user of this name adds another one to the team of this name. */
async function addingTo(stack: Stack, name: string): Promise<() => Promise<Response>> {
  await made(stack, "/user/new", { user_id: `${name}-2` });
  const headers = { authorization: `Bearer ${await stack.provider.issueToken({ uid: name })}` };
  const body = JSON.stringify({ team_id: name, member: { user_id: `${name}-2` } });
  return () => fetch(`${stack.gateway.url}/team/member_add`, { method: "POST", headers, body });
}

export const NARROW = { models: ["house-model"] };
export const BLOCKED = { blocked: true };
export const ROLES = {
  enforce_rbac: true,
  roles_jwt_field: "roles",
  object_id_jwt_field: "sub",
  user_id_upsert: true,
};
const ofRole = (name: string, permissions: object) => ({
  ...ROLES,
  role_mappings: [{ role: `role-${name}`, internal_role: "internal_user" }],
  role_permissions: [{ role: "internal_user", ...permissions }],
});
const askedByRole: RepairedRefusal["make"] = async (stack, name) =>
  chat(stack, await stack.provider.issueToken({ sub: name, roles: [`role-${name}`] }), name);

/** Every code that an administrator repairs from where it is shown. */
export const REFUSALS: readonly RepairedRefusal[] = [
  {
    code: "key_model_not_allowed",
    make: async (stack, name) => chat(stack, await keyOf(stack, name, NARROW), name),
    does: "grant-model",
    save: "to the key",
  },
  {
    code: "team_model_not_allowed",
    make: withKeyOf("/team/new", "team_id", NARROW),
    does: "grant-model",
    save: "to the team",
  },
  {
    code: "user_model_not_allowed",
    make: withKeyOf("/user/new", "user_id", NARROW),
    does: "grant-model",
    save: "to the user",
  },
  {
    code: "organization_model_not_allowed",
    make: withKeyOf("/organization/new", "organization_id", NARROW),
    does: "grant-model",
    save: "to the organisation",
  },
  {
    code: "role_model_not_allowed",
    settings: (name) => ofRole(name, NARROW),
    make: askedByRole,
    does: "settings",
    save: "Save as a revision",
  },
  {
    code: "scope_model_not_allowed",
    settings: (name) => ({
      enforce_scope_based_access: true,
      scope_mappings: [{ scope: `scope-${name}`, models: ["house-model"] }],
    }),
    async make(stack, name) {
      await made(stack, "/team/new", { team_id: name });
      return chat(stack, await stack.provider.issueToken({ client_id: name, scope: `scope-${name}` }), name);
    },
    does: "settings",
    save: "Save as a revision",
  },
  {
    code: "role_not_mapped",
    settings: () => ROLES,
    make: askedByRole,
    repair: (name) => `Map the role role-${name} to internal_user`,
    does: "settings",
    save: "Save as a revision",
  },
  {
    code: "role_route_not_allowed",
    settings: (name) => ofRole(name, { routes: ["/models"] }),
    make: askedByRole,
    does: "settings",
    save: "Save as a revision",
  },
  {
    code: "route_not_allowed",
    what: "to a team's token",
    settings: () => ({ team_allowed_routes: ["/models"] }),
    async make(stack, name) {
      await made(stack, "/team/new", { team_id: name });
      return chat(stack, await stack.provider.issueToken({ client_id: name }), name);
    },
    does: "settings",
    save: "Save as a revision",
  },
  {
    code: "route_not_allowed",
    what: "to a reader of what administrators read",
    async make(stack, name) {
      await made(stack, "/user/new", { user_id: name });
      return get(stack, await stack.provider.issueToken({ uid: name }), "/team/list");
    },
    does: "make-viewer",
    save: "Make them a viewer",
  },
  {
    code: "route_not_allowed",
    what: "to a member who is not an administrator of the team",
    async make(stack, name) {
      await made(stack, "/team/new", { team_id: name, members_with_roles: [{ user_id: name }] });
      return addingTo(stack, name);
    },
    does: "make-team-administrator",
    save: "Make them an administrator",
  },
  {
    code: "key_route_not_allowed",
    make: async (stack, name) =>
      get(stack, await keyOf(stack, name, { allowed_routes: ["/embeddings"] }), "/v1/models"),
    does: "grant-route",
    save: "to the key",
  },
  {
    code: "key_blocked",
    async make(stack, name) {
      const key = await keyOf(stack, name);
      await made(stack, "/key/block", { key });
      return chat(stack, key, name);
    },
    does: "unblock",
    save: "Unblock",
  },
  {
    code: "team_blocked",
    make: withKeyOf("/team/new", "team_id", BLOCKED),
    does: "unblock",
    save: "Unblock",
  },
  {
    code: "user_blocked",
    make: withKeyOf("/user/new", "user_id", BLOCKED),
    does: "unblock",
    save: "Unblock",
  },
  {
    code: "organization_blocked",
    make: withKeyOf("/organization/new", "organization_id", BLOCKED),
    does: "unblock",
    save: "Unblock",
  },
  {
    code: "end_user_blocked",
    async make(stack, name) {
      await made(stack, "/customer/new", { user_id: name, ...BLOCKED });
      return chat(stack, await keyOf(stack, name), name, { user: name });
    },
    does: "unblock",
    save: "Unblock",
  },
  {
    code: "key_expired",
    async make(stack, name) {
      const ask = chat(stack, await keyOf(stack, name, { duration: "1s" }), name);
      while ((await ask()).status === 200);
      return ask;
    },
    does: "renew",
    save: "Extend the key",
  },
  {
    code: "team_not_found",
    make: async (stack, name) => chat(stack, await stack.provider.issueToken({ client_id: name }), name),
    does: "creation",
    save: "Create the team",
  },
  {
    code: "user_not_found",
    make: async (stack, name) => chat(stack, await stack.provider.issueToken({ uid: name }), name),
    does: "creation",
    save: "Create the user",
  },
  {
    code: "team_not_in_token",
    async make(stack, name) {
      await made(stack, "/user/new", { user_id: name });
      await made(stack, "/team/new", { team_id: name });
      const token = await stack.provider.issueToken({ uid: name });
      return chat(stack, token, name, {}, { "x-gateway-team-id": name });
    },
    does: "membership",
    save: "Add to the team",
  },
  {
    code: "team_required",
    settings: () => ({ enforce_team_based_model_access: true }),
    async make(stack, name) {
      await made(stack, "/team/new", { team_id: name, models: [modelOf(name)] });
      await made(stack, "/user/new", { user_id: name });
      return chat(stack, await stack.provider.issueToken({ uid: name }), name);
    },
    repair: () => "a member of team",
    does: "membership",
    save: "Add to the team",
  },
  {
    code: "budget_exceeded",
    what: "of a user",
    make: withKeyOf("/user/new", "user_id", { max_budget: 0 }),
    does: "raise-budget",
    save: "Raise the budget",
  },
  {
    code: "budget_exceeded",
    what: "of a key",
    make: async (stack, name) => chat(stack, await keyOf(stack, name, { max_budget: 0 }), name),
    does: "raise-budget",
    save: "Raise the budget",
  },
  {
    code: "rate_limit_exceeded",
    async make(stack, name) {
      const ask = chat(stack, await keyOf(stack, name, { rpm_limit: 1 }), name);
      await ask();
      return ask;
    },
    does: "raise-limit",
    save: "Raise the limit",
  },
  {
    code: "team_model_not_allowed",
    what: "to a member who could join another team",
    settings: () => ({ enforce_team_based_model_access: true }),
    async make(stack, name) {
      await made(stack, "/team/new", { team_id: name, ...NARROW, members_with_roles: [{ user_id: name }] });
      await made(stack, "/team/new", { team_id: `${name}-2`, models: [modelOf(name)] });
      return chat(stack, await stack.provider.issueToken({ uid: name }), name);
    },
    does: "grant-model",
    save: "to the team",
  },
  {
    code: "team_model_not_allowed",
    what: "to groups of which one is not a team yet",
    settings: () => ({ team_ids_jwt_field: "groups" }),
    async make(stack, name) {
      await made(stack, "/team/new", { team_id: name, ...NARROW });
      return chat(stack, await stack.provider.issueToken({ groups: [name, `${name}-2`] }), name);
    },
    does: "grant-model",
    save: "to the team",
  },
  {
    code: "route_not_allowed",
    what: "to the administrator of a blocked team",
    async make(stack, name) {
      const members_with_roles = [{ user_id: name, role: "admin" }];
      await made(stack, "/team/new", { team_id: name, members_with_roles, ...BLOCKED });
      return addingTo(stack, name);
    },
    does: "unblock",
    save: "Unblock",
  },
];
