/**
 * The numbered sentences of the specification's sections 3 to 5 and 7. Every sentence about the decision is named by at
 * least one case of decide.cases.ts. A sentence about something else has `shownBy`: a test in that file carries its
 * number in its title, as `(spec 4.2)`.
 */
export const SPEC_SENTENCES = {
  "3.1": { text: "POST /team/block makes a team blocked: all requests for that team id are refused." },
  "3.2": { text: "POST /team/unblock makes it not blocked: requests for that team id are accepted again." },
  "3.3": { text: "Blocking and unblocking take an admin token." },
  "3.4": { text: "When user_id_upsert is true and the user is valid but absent from the database, the user is added." },
  "3.5": { text: "A user is valid by an e-mail in the allowed domain, or by an id in the token." },
  "3.6": { text: "When team_id_upsert is true and the team id is absent from the database, the team is added." },
  "4.1": { text: "All calls carry Authorization: Bearer <TOKEN>, a JWT or a key." },
  "4.2": { text: "POST /key/generate answers a generated key.", shownBy: "e2e/gateway/proxy.process.test.ts" },
  "4.3": { text: "POST /v1/chat/completions is also /chat/completions." },
  "4.4": { text: "POST /team/new takes the master key." },
  "4.5": { text: "POST /team/block takes an admin token." },
  "4.6": { text: "POST /team/unblock takes an admin token." },
  "4.7": { text: "Management routes are /team/*, /key/*, /user/*." },
  "4.8": { text: "OpenAI-format routes are for example /chat/completions, /v1/chat/completions, /v1/embeddings." },
  "4.9": { text: "Info routes are /*/info." },
  "4.10": { text: "A model_name with * matches any model string that fits.", shownBy: "lib/router/resolve.test.ts" },
  "4.11": { text: "<provider>/* takes every model with that prefix.", shownBy: "e2e/gateway/proxy.process.test.ts" },
  "4.12": {
    text: "A pattern with several wildcards goes to the entry that carries the matching pattern.",
    shownBy: "e2e/gateway/proxy.process.test.ts",
  },
  "4.13": {
    text: "No entry per model is needed; the entry's api_key is used.",
    shownBy: "e2e/gateway/proxy.process.test.ts",
  },
  "4.14": {
    text: "Tokens are obtained from the identity provider.",
    shownBy: "local/provider/provider.database.test.ts",
  },
  "5.1.1": {
    text: "JWT_PUBLIC_KEY_URL, one or several: the JWT is validated against the several providers.",
    shownBy: "e2e/decisions/decisions.database.test.ts",
  },
  "5.1.2": { text: "Optionally set JWT_AUDIENCE.", shownBy: "e2e/decisions/decisions.database.test.ts" },
  "5.1.3": { text: "enable_jwt_auth: true turns it on.", shownBy: "e2e/decisions/decisions.database.test.ts" },
  "5.1.4": { text: "Callers send Authorization: Bearer <JWT>." },
  "5.2.1": { text: "Admin: the JWT carries the admin scope, by default gateway_proxy_admin." },
  "5.2.2": { text: "admin_jwt_scope changes the name of the admin scope." },
  "5.2.3": { text: "Project/team: client_id is the project id and, by default, the team id." },
  "5.2.4": { text: "The scope claim is a list of strings or one string separated by spaces." },
  "5.3.1": { text: "By default an admin JWT may call only management routes." },
  "5.3.2": { text: "By default a team JWT may call only OpenAI-format routes and info routes." },
  "5.3.3": { text: "admin_allowed_routes and team_allowed_routes configure the routes." },
  "5.4.1": { text: "The *_jwt_field settings map claims to team, user, organisation and end user." },
  "5.4.2": { text: "Any claim name is allowed." },
  "5.4.3": {
    text: "For each call, spend for the user, team and organisation is updated.",
    shownBy: "e2e/decisions/decisions.database.test.ts",
  },
  "5.5.1": { text: "Check the user id exists (created first if user_id_upsert is true)." },
  "5.5.2": { text: "Check that at least one of the groups in the token exists in the team table." },
  "5.5.3": { text: "Check that a group has access to the requested model." },
  "5.5.4": { text: "When all checks pass, allow the request." },
  "5.5.5": {
    text: "Teams are created with POST /team/new using the master key, with the group's id.",
    shownBy: "e2e/decisions/decisions.database.test.ts",
  },
  "5.6.1": {
    text: "custom_validate receives the decoded token and returns true when it is valid.",
    shownBy: "e2e/decisions/decisions.database.test.ts",
  },
  "5.6.2": {
    text: "When it raises, the request is refused with Invalid JWT token.",
    shownBy: "e2e/decisions/decisions.database.test.ts",
  },
  "5.7.1": { text: "A user whose e-mail claim is in the domain may call the proxy." },
  "5.7.2": { text: "With user_id_upsert, a valid user not in the database is added." },
  "5.8.1": { text: "A team id can be blocked and unblocked." },
  "5.8.2": { text: "Blocking refuses all requests for that team id." },
  "5.9.1": {
    text: "Fetched public keys are cached for public_key_ttl seconds.",
    shownBy: "e2e/decisions/decisions.database.test.ts",
  },
  "5.10.1": { text: "enforce_rbac: true activates role-based access." },
  "5.10.2": { text: "The object id is read from object_id_jwt_field; roles from roles_jwt_field." },
  "5.10.3": { text: "A received role is mapped to an internal role; users and teams need not exist in the database." },
  "5.10.4": { text: "role_permissions gives default models and routes per internal role." },
  "5.10.5": {
    text: "JWT_AUDIENCE ensures the audience is validated.",
    shownBy: "e2e/decisions/decisions.database.test.ts",
  },
  "5.11.1": {
    text: "enforce_scope_based_access: true activates it; enforce_rbac limits the proxy to team, user or proxy admin.",
  },
  "5.11.2": { text: "A scope in scope_mappings allows the models listed for it; no wildcards." },
  "5.11.3": { text: "A request for a model listed under none of the token's scopes is not allowed." },
  "7.1": {
    text: "The custom validation function raises: the body is one field error, Invalid JWT token.",
    shownBy: "e2e/decisions/decisions.database.test.ts",
  },
} as const satisfies Record<string, { readonly text: string; readonly shownBy?: string }>;

export type SentenceId = keyof typeof SPEC_SENTENCES;
