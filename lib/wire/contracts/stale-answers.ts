const SPEND_ROWS = ["/spend/logs", "/spend/requests", "/spend/report"] as const;
const ENTITIES = [
  "/team/info",
  "/team/list",
  "/user/info",
  "/user/list",
  "/organization/info",
  "/organization/list",
  "/customer/info",
  "/customer/list",
  "/key/info",
  "/key/list",
  "/search",
] as const;
const MODELS = ["/model/info", "/model_group/info", "/model/resolve", "/models", "/models/{model}"] as const;

/**
 * The read operations whose answers a change makes stale, by what it changes. Every change leaves an audit event. Rows
 * of spend show the names of payers, and the access matrix has a row for each team, user and key.
 */
export const STALE_AFTER = {
  team: ["/team/info", "/team/list", "/search", "/auth/matrix", "/audit/logs", ...SPEND_ROWS],
  /** A change of members may also create users, and changes the teams that users are in. */
  teamMembers: ["/team/info", "/team/list", "/user/info", "/user/list", "/search", "/auth/matrix", "/audit/logs"],
  user: [
    "/user/info",
    "/user/list",
    "/team/info",
    "/team/list",
    "/search",
    "/auth/matrix",
    "/audit/logs",
    ...SPEND_ROWS,
  ],
  organization: ["/organization/info", "/organization/list", "/search", "/audit/logs", ...SPEND_ROWS],
  customer: ["/customer/info", "/customer/list", "/search", "/audit/logs", ...SPEND_ROWS],
  key: ["/key/info", "/key/list", "/search", "/auth/matrix", "/audit/logs", ...SPEND_ROWS],
  /** A deletion may take keys and memberships with it. */
  deletion: [...ENTITIES, "/auth/matrix", "/audit/logs", ...SPEND_ROWS],
  model: [...MODELS, "/auth/matrix", "/config/get", "/health/readiness", "/audit/logs"],
  accessSettings: ["/config/get", "/config/revisions", "/auth/matrix", "/model/info", ...MODELS, "/audit/logs"],
  price: ["/price/list", ...MODELS, "/audit/logs"],
  /** A change of what calls cost: their rows, and every total that they are part of. */
  costs: [...SPEND_ROWS, "/global/spend", ...ENTITIES, "/audit/logs"],
  session: ["/session/list", "/audit/logs"],
  providerKeys: ["/provider/keys", "/audit/logs"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
