import type { SettingField } from "@/components/provider-settings/setting-fields";

/** What answers with tokens of users must have, typed as lines. */
export const VALIDATION = "token_validation";

const field = (name: string, hint: string, isSecret = false): SettingField => ({ name, hint, isSecret, isLong: false });
const lines = (name: string, hint: string): SettingField => ({ name, hint, isSecret: false, isLong: true });
const secret = (name: string, hint: string): SettingField => field(name, hint, true);

const CLIENT = [
  field("client_id", "The gateway's client id at the authorization server."),
  secret("client_secret", "Its client secret there."),
];
const TOKEN_FOR = [
  field("scopes", "The scopes to request, separated by commas."),
  field("audience", "The audience to request, if the authorization server needs one."),
];

interface AuthKind {
  readonly value: string;
  readonly label: string;
  readonly fields: readonly SettingField[];
  /** The settings that few servers need. */
  readonly more?: readonly SettingField[];
}

/** The kind of servers that are asked with tokens of users, which is `oauth2` with a flow of its own. */
const OF_USERS = "oauth2_users";
const USERS_FLOW = "authorization_code";

/** How the gateway proves itself to a server, with the settings that each way has. */
export const AUTH_KINDS: readonly AuthKind[] = [
  { value: "none", label: "Nothing", fields: [] },
  { value: "bearer_token", label: "Bearer token", fields: [secret("auth_value", "Sent as Authorization: Bearer.")] },
  { value: "api_key", label: "API key", fields: [secret("auth_value", "Sent as x-api-key.")] },
  { value: "basic", label: "User and password", fields: [secret("auth_value", "As user:password.")] },
  { value: "token", label: "Token", fields: [secret("auth_value", "Sent as Authorization: token.")] },
  { value: "authorization", label: "Whole header", fields: [secret("auth_value", "The value of Authorization.")] },
  {
    value: "oauth2",
    label: "OAuth 2, for itself",
    fields: [...CLIENT, field("token_url", "The token endpoint of the authorization server."), ...TOKEN_FOR],
  },
  {
    value: OF_USERS,
    label: "OAuth 2, for each user who connects",
    fields: [
      field("client_id", "Empty: the gateway registers itself at the authorization server."),
      secret("client_secret", "Its client secret there. Needs token_url, below More."),
      field("scopes", "Separated by commas. Empty: those that the server asks for."),
    ],
    more: [
      field("token_url", "The token endpoint. Empty: the one that the server names."),
      field("authorization_url", "Where users sign in. Empty: the address that the server names."),
      field("upstream_resource", "What tokens are for. Empty: the server's address; none: nothing."),
      lines(VALIDATION, "What the answer with a token must have, one per line, such as team.id: T123. Empty: nothing."),
    ],
  },
  {
    value: "oauth2_token_exchange",
    label: "OAuth 2, for each caller",
    fields: [...CLIENT, field("token_exchange_endpoint", "The endpoint that exchanges callers' tokens."), ...TOKEN_FOR],
  },
  { value: "signed_jwt", label: "Token that the gateway signs, naming the caller", fields: [] },
  {
    value: "aws_sigv4",
    label: "AWS signature",
    fields: [
      field("aws_region_name", "The region that requests are signed for."),
      field("aws_service_name", "The service that they are signed for. Default: bedrock-agentcore."),
      secret("aws_access_key_id", "Empty: the gateway finds credentials as AWS's own clients do."),
      secret("aws_secret_access_key", "The secret of that key."),
      field("aws_role_name", "The ARN of a role to assume before signing."),
    ],
  },
];

function kindNamed(kind: string): AuthKind | undefined {
  return AUTH_KINDS.find(({ value }) => value === kind);
}

/** The settings that a kind shows at once. */
export function fieldsOfAuth(kind: string): readonly SettingField[] {
  return kindNamed(kind)?.fields ?? [];
}

/** Those that it shows below "More". */
export function moreOfAuth(kind: string): readonly SettingField[] {
  return kindNamed(kind)?.more ?? [];
}

/** All settings of a kind. */
export function allOfAuth(kind: string): readonly SettingField[] {
  return [...fieldsOfAuth(kind), ...moreOfAuth(kind)];
}

/** The settings of all kinds, each once. */
export function everyAuthField(): readonly SettingField[] {
  const all = AUTH_KINDS.flatMap(({ value }) => allOfAuth(value));
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

/** How a stored server is proved to, as one of the kinds. */
export function authKindOf({ auth_type: type, oauth2_flow: flow }: AuthSettings): string {
  return type === "oauth2" && flow === USERS_FLOW ? OF_USERS : (type ?? "none");
}

/** What a kind is called. */
export function authLabel(kind: string): string {
  return kindNamed(kind)?.label ?? kind;
}

/** What a server has of its kind. */
export interface AuthSettings {
  readonly auth_type?: string | undefined;
  readonly oauth2_flow?: unknown;
}

/** A kind as the settings that say it. `stored`: those it comes from; a flow said there stays if it means the same. */
export function authSettings(kind: string, stored?: AuthSettings): AuthSettings {
  if (kind === OF_USERS) return { auth_type: "oauth2", oauth2_flow: USERS_FLOW };
  const stays = kind === "oauth2" && stored?.oauth2_flow === "client_credentials";
  return { auth_type: kind, ...(stays && { oauth2_flow: stored.oauth2_flow }) };
}
