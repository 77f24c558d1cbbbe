import type { Claims, KeyMaker, Obligation, UserRole } from "@/lib/auth/decision";
import type { SentenceId } from "@/lib/auth/spec-sentences";
import type { GroupMapping, RoleMapping, RolePermission, ScopeMapping } from "@/lib/config/schema";
import type { ObjectPermission } from "@/lib/config/mcp/mcp-schema";
import type { ErrorCode } from "@/lib/errors";

/** `gateway_jwtauth` as an operator writes it. */
export interface JwtAuthInput {
  readonly [field: string]: unknown;
  readonly role_mappings?: readonly RoleMapping[];
  readonly role_permissions?: readonly Partial<RolePermission>[];
  readonly scope_mappings?: readonly ScopeMapping[];
  readonly group_mappings?: readonly GroupMapping[];
}

/** What a row says about tools. */
interface Permitted {
  readonly permission?: ObjectPermission;
}
/** What a row says about the tools that model calls bring. */
interface Hosting {
  readonly hostedTools?: readonly string[];
}

export interface TeamState extends Permitted, Hosting {
  readonly alias?: string;
  readonly models?: readonly string[];
  readonly blocked?: boolean;
  readonly organization?: string;
}
export interface UserState extends Permitted {
  readonly models?: readonly string[];
  readonly blocked?: boolean;
  readonly teams?: readonly string[];
  /** Of these teams, those that the user administers. */
  readonly administers?: readonly string[];
  readonly role?: UserRole;
}
export interface OrganizationState extends Permitted {
  readonly models?: readonly string[];
  readonly blocked?: boolean;
}
/** What the database holds, by id. */
export interface State {
  readonly teams?: Readonly<Record<string, TeamState>>;
  readonly users?: Readonly<Record<string, UserState>>;
  readonly organizations?: Readonly<Record<string, OrganizationState>>;
  readonly endUsers?: Readonly<Record<string, Permitted & { readonly blocked?: boolean }>>;
}

export interface KeyInput extends Permitted, Hosting {
  readonly team?: string;
  readonly user?: string;
  readonly organization?: string;
  readonly models?: readonly string[];
  readonly allowedRoutes?: readonly string[];
  /** Absent: an administrator made the key. */
  readonly maker?: KeyMaker;
  readonly blocked?: boolean;
  /** Seconds from now; negative if the key has expired. */
  readonly expiresIn?: number;
}

export type Token =
  | "master key"
  | { readonly key: KeyInput }
  | {
      readonly claims: Claims;
      /** The claims are complete but for the times: no audience is filled in, and the header's type is `JWT`. */
      readonly isWhole?: boolean;
    };

export interface RequestInput {
  readonly method: "GET" | "POST";
  /** The path as it is sent, with its query. */
  readonly path: string;
  readonly model?: string;
  /** `x-gateway-team-id` */
  readonly team?: string;
  /** `x-gateway-organization-id` */
  readonly organization?: string;
  /** The body's `user`. */
  readonly user?: string;
  /** The tool server that is asked, the tool of it that is called, and whether that only reads. */
  readonly server?: string;
  readonly tool?: string;
  readonly tier?: "read";
  /** The tools that a model call brings which run elsewhere. */
  readonly brings?: readonly string[];
}

export interface Allowed {
  readonly team?: string;
  readonly user?: string;
  readonly organization?: string;
  readonly endUser?: string;
  readonly admin?: boolean;
  readonly viewer?: boolean;
  readonly administers?: readonly string[];
  readonly creates?: readonly Obligation[];
}

/** One case: who asks for what, under which settings and database rows, and the expected decision. */
export interface DecisionCase {
  readonly name: string;
  readonly spec: readonly SentenceId[];
  readonly settings?: JwtAuthInput;
  /** `general_settings` beside `enable_jwt_auth`, which is on. */
  readonly general?: Readonly<Record<string, unknown>>;
  /** `mcp_servers` of the file. */
  readonly servers?: Readonly<Record<string, object>>;
  /** Whether `JWT_ISSUER` names the provider's issuer, so that there are no others beside those in the settings. */
  readonly namesIssuer?: true;
  readonly token: Token;
  readonly state?: State;
  /** Default: a chat completion. */
  readonly request?: RequestInput;
  readonly expect: { readonly allow: Allowed } | Denied;
}

/** Stands for the provider's issuer in settings and claims; tests with a real provider put its issuer there. */
export const ISSUER = "https://issuer.test";
export const MODEL = "gpt-4o";

export function chat(
  model: string = MODEL,
  more: Pick<RequestInput, "team" | "organization" | "user" | "brings"> = {},
): RequestInput {
  return { method: "POST", path: "/v1/chat/completions", model, ...more };
}
/** A call of a tool. */
export const tool = (server: string, name: string, tier?: "read"): RequestInput => ({
  method: "POST",
  path: "/mcp",
  server,
  tool: name,
  ...(tier && { tier }),
});
export const get = (path: string): RequestInput => ({ method: "GET", path });
export const post = (path: string): RequestInput => ({ method: "POST", path });
export const allow = (allowed: Allowed = {}): { readonly allow: Allowed } => ({ allow: allowed });
/** `scopes`: those with which the token would be let in, as the challenge of the 403 names them. */
export interface Denied {
  readonly deny: ErrorCode;
  readonly scopes?: string;
}
export const deny = (code: ErrorCode, scopes?: string): Denied => ({ deny: code, ...(scopes && { scopes }) });
export const jwt = (claims: Claims): Token => ({ claims });
export const createUser = (id: string, email?: string): Obligation => ({ kind: "create-user", id, email });
export const createTeam = (id: string, alias?: string): Obligation => ({ kind: "create-team", id, alias });
export const sync = (userId: string, join: readonly string[], leave: readonly string[]): Obligation => ({
  kind: "sync-memberships",
  userId,
  join,
  leave,
});

/** What `WWW-Authenticate` has in it for a refusal; nothing where no other token would help. */
export function challengeOf({ scopes }: Denied, status: number): RegExp | string {
  if (status === 401) return /^Bearer\b/;
  return scopes === undefined ? /^$/ : `, scope="${scopes}"`;
}
