/** A column whose strings the secret box has sealed. */
export interface SealedColumn {
  readonly table: string;
  /** The column that identifies a row. */
  readonly key: string;
  readonly column: string;
  /** What people call the strings: "keys of model entries". */
  readonly what: string;
  /** How many rows a rotation reads at once; absent: as many as is usual. */
  readonly batchRows?: number;
  /** What ties a string to its row. `id`: the row's value in `key`. */
  readonly context: (id: string) => string;
}

/**
 * Every column with sealed texts. Code that seals takes the context from here, so that a rotation of the key misses no
 * column.
 */
export const SEALED_COLUMNS = {
  modelSecrets: {
    table: "models",
    key: "id",
    column: "sealed",
    what: "keys of model entries",
    context: (id) => id,
  },
  credentialSecrets: {
    table: "credentials",
    key: "id",
    column: "sealed",
    what: "secrets of named credentials",
    context: (name) => `credential ${name}`,
  },
  toolServerSecrets: {
    table: "mcp_servers",
    key: "id",
    column: "sealed",
    what: "secrets of tool servers",
    // Older words for a tool server: rows are sealed with them.
    context: (name) => `server of tools ${name}`,
  },
  loginSecrets: {
    table: "console_logins",
    key: "id",
    column: "sealed",
    what: "the client secret of the console's login",
    context: (id) => `console login ${id}`,
  },
  alertChannels: {
    table: "alert_channels",
    key: "id",
    column: "sealed",
    what: "addresses of alert channels",
    context: (name) => `alert channel ${name}`,
  },
  loginTrials: {
    table: "login_trials",
    key: "id",
    column: "sealed",
    what: "tests of a login to the console",
    context: (id) => `test of a console login ${id}`,
  },
  refreshTokens: {
    table: "console_sessions",
    key: "id",
    column: "refresh_token",
    what: "refresh tokens of console sessions",
    context: (id) => `console session ${id} refresh token`,
  },
  idTokens: {
    table: "console_sessions",
    key: "id",
    column: "id_token",
    what: "ID tokens of console sessions",
    context: (id) => `console session ${id} ID token`,
  },
  nodes: {
    table: "nodes",
    key: "name",
    column: "sealed",
    what: "descriptions of nodes",
    context: (name) => `node ${name}`,
  },
  webhookSecrets: {
    table: "webhook_secrets",
    key: "id",
    column: "sealed",
    what: "the secret that signs webhooks",
    context: (id) => `webhook secret ${id}`,
  },
  signingKeys: {
    table: "signing_keys",
    key: "id",
    column: "sealed",
    what: "keys that sign for tool servers",
    context: (id) => `signing key ${id}`,
  },
  toolConnections: {
    table: "tool_connections",
    key: "id",
    column: "sealed",
    what: "users' credentials at tool servers",
    context: (id) => `connection ${id}`,
  },
  toolSignIns: {
    table: "tool_sign_ins",
    key: "id",
    column: "sealed",
    what: "connections that users are about to make",
    context: (id) => `sign-in ${id}`,
  },
  revisionSecrets: {
    table: "revision_secrets",
    key: "id",
    column: "sealed",
    what: "secrets of issuers",
    context: (id) => `revision secret ${id}`,
  },
  callContents: {
    table: "call_contents",
    key: "call_id",
    column: "sealed",
    what: "contents of calls",
    context: (id) => `content of call ${id}`,
    // One may take more than a megabyte.
    batchRows: 10,
  },
  // It comes last, because a node that has only the old key stays ready until it is rewritten.
  knownValues: {
    table: "known_values",
    key: "id",
    column: "sealed",
    what: "known values",
    context: (id) => `known value ${id}`,
  },
} as const satisfies Readonly<Record<string, SealedColumn>>;
