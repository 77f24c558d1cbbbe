import type { Stack } from "./fixtures";

/** A refusal that is made with a real request, and its repair. */
export interface RepairedRefusal {
  readonly code: string;
  /** What is refused: told beside the code where a code has several repairs. */
  readonly what?: string;
  /** The access settings under which it is refused. */
  readonly settings?: (name: string) => object;
  /** Makes what is needed, in words that hold `name`. What it returns asks. */
  readonly make: (stack: Stack, name: string) => Promise<() => Promise<Response>>;
  /** The repair among those that are offered, where there are several. */
  readonly repair?: (name: string) => string;
  /** The button that saves it. */
  readonly save: string;
  /** What asking again gives after the repair, where something else is in the way then. Otherwise it passes. */
  readonly next?: string;
}

/** The model of a case, which the entry of all of OpenAI's models serves. */
export const modelOf = (name: string): string => `openai/${name}`;

function chat({ gateway }: Stack, bearer: string, name: string, body: object = {}, headers: object = {}) {
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

async function made({ gateway, post }: Stack, path: string, fields: object): Promise<Record<string, unknown>> {
  const { status, body } = await post(path, gateway.masterKey, fields);
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body;
}

const keyOf = async (stack: Stack, name: string, fields: object = {}): Promise<string> =>
  String((await made(stack, "/key/generate", { key_alias: name, ...fields }))["key"]);

const NARROW = { models: ["house-model"] };
const BLOCKED = { blocked: true };
const ROLES = {
  ...{ enforce_rbac: true, roles_jwt_field: "roles", object_id_jwt_field: "sub", user_id_upsert: true },
};
const ofRole = (name: string) => ({ role_mappings: [{ role: `role-${name}`, internal_role: "internal_user" }] });
const askedByRole: RepairedRefusal["make"] = async (stack, name) =>
  chat(stack, await stack.provider.issueToken({ sub: name, roles: [`role-${name}`] }), name);

/** Every code that an administrator repairs from where it is shown. */
export const REFUSALS: readonly RepairedRefusal[] = [
  {
    code: "key_model_not_allowed",
    make: async (stack, name) => chat(stack, await keyOf(stack, name, NARROW), name),
    save: "to the key",
  },
  {
    code: "team_model_not_allowed",
    async make(stack, name) {
      await made(stack, "/team/new", { team_id: name, ...NARROW });
      return chat(stack, await keyOf(stack, name, { team_id: name }), name);
    },
    save: "to the team",
  },
  {
    code: "user_model_not_allowed",
    async make(stack, name) {
      await made(stack, "/user/new", { user_id: name, ...NARROW });
      return chat(stack, await keyOf(stack, name, { user_id: name }), name);
    },
    save: "to the user",
  },
  {
    code: "organization_model_not_allowed",
    async make(stack, name) {
      await made(stack, "/organization/new", { organization_id: name, ...NARROW });
      return chat(stack, await keyOf(stack, name, { organization_id: name }), name);
    },
    save: "to the organisation",
  },
  {
    code: "role_model_not_allowed",
    settings: (name) => ({
      ...{ ...ROLES, ...ofRole(name) },
      role_permissions: [{ role: "internal_user", models: ["house-model"] }],
    }),
    make: askedByRole,
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
    save: "Save as a revision",
  },
  {
    code: "role_not_mapped",
    settings: () => ROLES,
    make: askedByRole,
    repair: (name) => `Map the role role-${name} to internal_user`,
    save: "Save as a revision",
  },
  {
    code: "role_route_not_allowed",
    settings: (name) => ({
      ...{ ...ROLES, ...ofRole(name) },
      role_permissions: [{ role: "internal_user", routes: ["/models"] }],
    }),
    make: askedByRole,
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
    save: "Save as a revision",
  },
  {
    code: "route_not_allowed",
    what: "to a reader of what administrators read",
    async make(stack, name) {
      await made(stack, "/user/new", { user_id: name });
      return get(stack, await stack.provider.issueToken({ uid: name }), "/team/list");
    },
    save: "Make them a viewer",
  },
  {
    code: "route_not_allowed",
    what: "to a member who is no administrator of the team",
    async make(stack, name) {
      await made(stack, "/team/new", { team_id: name, members_with_roles: [{ user_id: name }] });
      await made(stack, "/user/new", { user_id: `${name}-2` });
      const token = await stack.provider.issueToken({ uid: name });
      return async () => {
        const { url } = stack.gateway;
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const member = { user_id: `${name}-2` };
        return fetch(`${url}/team/member_add`, {
          method: "POST",
          headers,
          body: JSON.stringify({ team_id: name, member }),
        });
      };
    },
    save: "Make them an administrator",
  },
  {
    code: "key_route_not_allowed",
    make: async (stack, name) =>
      get(stack, await keyOf(stack, name, { allowed_routes: ["/embeddings"] }), "/v1/models"),
    save: "to the key",
  },
  {
    code: "key_blocked",
    async make(stack, name) {
      const key = await keyOf(stack, name);
      await made(stack, "/key/block", { key });
      return chat(stack, key, name);
    },
    save: "Unblock",
  },
  {
    code: "team_blocked",
    async make(stack, name) {
      await made(stack, "/team/new", { team_id: name, ...BLOCKED });
      return chat(stack, await keyOf(stack, name, { team_id: name }), name);
    },
    save: "Unblock",
  },
  {
    code: "user_blocked",
    async make(stack, name) {
      await made(stack, "/user/new", { user_id: name, ...BLOCKED });
      return chat(stack, await keyOf(stack, name, { user_id: name }), name);
    },
    save: "Unblock",
  },
  {
    code: "organization_blocked",
    async make(stack, name) {
      await made(stack, "/organization/new", { organization_id: name, ...BLOCKED });
      return chat(stack, await keyOf(stack, name, { organization_id: name }), name);
    },
    save: "Unblock",
  },
  {
    code: "end_user_blocked",
    async make(stack, name) {
      await made(stack, "/customer/new", { user_id: name, ...BLOCKED });
      return chat(stack, await keyOf(stack, name), name, { user: name });
    },
    save: "Unblock",
  },
  {
    code: "key_expired",
    async make(stack, name) {
      const ask = chat(stack, await keyOf(stack, name, { duration: "1s" }), name);
      while ((await ask()).status === 200);
      return ask;
    },
    save: "Extend the key",
  },
  {
    code: "team_not_found",
    make: async (stack, name) => chat(stack, await stack.provider.issueToken({ client_id: name }), name),
    save: "Create the team",
  },
  {
    code: "user_not_found",
    make: async (stack, name) => chat(stack, await stack.provider.issueToken({ uid: name }), name),
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
    save: "Add to the team",
  },
  {
    code: "budget_exceeded",
    what: "of a user",
    async make(stack, name) {
      await made(stack, "/user/new", { user_id: name, max_budget: 0 });
      return chat(stack, await keyOf(stack, name, { user_id: name }), name);
    },
    save: "Raise the budget",
  },
  {
    code: "budget_exceeded",
    what: "of a key",
    make: async (stack, name) => chat(stack, await keyOf(stack, name, { max_budget: 0 }), name),
    save: "Raise the budget",
  },
  {
    code: "rate_limit_exceeded",
    async make(stack, name) {
      const ask = chat(stack, await keyOf(stack, name, { rpm_limit: 1 }), name);
      await ask();
      return ask;
    },
    save: "Raise the limit",
  },
];
