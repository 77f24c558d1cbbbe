import type { ErrorCode } from "@/lib/errors";
import type { EndUserScope } from "@/lib/config/rights-schema";
import type { InternalRole } from "@/lib/config/schema";
import type { Limited, Limits } from "@/lib/config/limit-rules";
import type { ObjectPermission } from "@/lib/config/mcp/mcp-schema";
import type { Access, Effect } from "./access";
import type { RouteFamily } from "./routes";
import type { AnsweredBy } from "./token/answered-by";

/** A JSON object of claims, as signed by the provider. */
export type Claims = Readonly<Record<string, unknown>>;

/** What a verified credential is, before any rule is asked. */
export type VerifiedToken =
  | { readonly kind: "master-key"; readonly via: "bearer" | "session" }
  | { readonly kind: "virtual-key"; readonly key: KeyFacts }
  | {
      readonly kind: "jwt";
      readonly via: "bearer" | "session";
      readonly claims: Claims;
      readonly issuer: string | undefined;
      /** The issuer of the ID token with which the session began. Absent: the credential is not a session. */
      readonly loginIssuer?: string | undefined;
      /** How the provider was asked about the token. Absent: the token's signature was checked. */
      readonly answeredBy?: AnsweredBy;
    };

/**
 * Who is calling, according to the credential, whatever its kind. Ids are the claims' own values behind the issuer's
 * `id_prefix`; nothing has been looked up yet.
 */
export interface Identity {
  readonly kind: VerifiedToken["kind"];
  /** Whether the caller has logged in to the console at the issuer of the claims, or sent the credential. */
  readonly via: "bearer" | "session";
  readonly issuer: string | undefined;
  readonly subject: string | undefined;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  /**
   * What makes an administrator of somebody who has logged in to the console, in words: `its claim "groups" has
   * "admins"`. Absent: nothing does, or the caller has not logged in.
   */
  readonly loginGrant?: string | undefined;
  /**
   * The issuer's `id_prefix`, often empty. Every id below begins with it already; ids made of the e-mail or the body
   * get it.
   */
  readonly idPrefix: string;
  /** From `team_id_jwt_field`, from the key, or from the default `client_id` (then `teamIdIsSoft` is set). */
  readonly teamId: string | undefined;
  readonly teamIdIsSoft: boolean;
  /** The claim that must name the team, in words, if one is configured for this issuer. */
  readonly teamClaim: string | undefined;
  /** From `team_ids_jwt_field`, in claim order. */
  readonly groups: readonly string[];
  /**
   * The claim that lists the groups, if one is configured for this issuer. Without one, the database says which teams a
   * user is in.
   */
  readonly groupsClaim: string | undefined;
  /**
   * Whether the token carries the groups claim. An empty list says that the user is in no group; an absent claim says
   * nothing.
   */
  readonly statesGroups: boolean;
  /** The claim that the token leaves out because its holder is in too many groups. */
  readonly groupOverage: string | undefined;
  readonly teamAlias: string | undefined;
  /** How the token is known to be a service account's and no person's: "its claim "gty" is …". */
  readonly serviceAccount: string | undefined;
  readonly userId: string | undefined;
  readonly email: string | undefined;
  /** The provider's `email_verified`, if the token has it. */
  readonly emailVerified: boolean | undefined;
  readonly objectId: string | undefined;
  /** The organisation that the caller chose with `x-gateway-organization-id`, else the only one of the credential. */
  readonly organizationId: string | undefined;
  /** The organisations that the credential names, in its order. */
  readonly organizationIds: readonly string[];
  readonly endUserId: string | undefined;
  readonly key: KeyFacts | undefined;
}

/** A claim of the wrong type. No identity is read from such a token. */
export interface IdentityFault {
  readonly claim: string;
  readonly message: string;
}

/** Who may be given tools. */
interface Permitted {
  /** Absent or null: it says nothing about tools. */
  readonly objectPermission?: ObjectPermission | null;
}

/** Whose model calls may bring tools that run elsewhere. */
interface Hosting {
  /** `*` patterns of their types and addresses. Absent or null: any. */
  readonly hostedTools?: readonly string[] | null;
}

/** Whose calls' content is kept. No rule reads it. */
interface KeepsContent {
  /** Absent: no. */
  readonly logContent?: boolean;
  /** Days; absent or null: as long as the settings say. */
  readonly contentDays?: number | null;
}

export interface TeamFacts extends Limited, Permitted, Hosting, KeepsContent {
  readonly id: string;
  readonly alias: string | null;
  readonly organizationId: string | null;
  readonly models: readonly string[];
  readonly blocked: boolean;
}
/** The role that a user's own record may give: administrators are made by the provider alone. */
export type UserRole = "proxy_admin_viewer";

export interface UserFacts extends Limited, Permitted {
  readonly id: string;
  readonly email: string | null;
  readonly models: readonly string[];
  readonly blocked: boolean;
  /** The ids of the teams that the user is a member of, according to the database. */
  readonly teams: readonly string[];
  /** Those of them in which the user has the role `admin`; absent: none. */
  readonly administers?: readonly string[];
  /** The role in the user's own record, if it is one that the rules know. */
  readonly role?: UserRole | null;
  /** What this member may spend on behalf of a team, by team id; null if no team sets such limits. */
  readonly memberLimits?: Readonly<Record<string, Limits>> | null;
}
export interface OrganizationFacts extends Limited, Permitted {
  readonly id: string;
  readonly models: readonly string[];
  readonly blocked: boolean;
}
export interface EndUserFacts extends Limited, Permitted {
  readonly id: string;
  readonly blocked: boolean;
}
/** What the caller who made a key was allowed by, if it was not an administrator. The same rules bind the key. */
export interface KeyMaker {
  /** Null: no role, because `enforce_rbac` was off. */
  readonly role: Exclude<InternalRole, "proxy_admin" | "proxy_admin_viewer"> | null;
  readonly scopes: readonly string[];
  /** Whose settings bind the key. Absent: the common ones, as for keys older than settings of an issuer. */
  readonly issuer?: string;
  /** The roles of the token, if `role_mappings` states models or routes for one of them; otherwise absent. */
  readonly roles?: readonly string[] | undefined;
}
export interface KeyFacts extends Limited, Permitted, Hosting, KeepsContent {
  readonly id: string;
  readonly alias: string | null;
  readonly name: string;
  readonly userId: string | null;
  readonly teamId: string | null;
  readonly organizationId: string | null;
  readonly models: readonly string[];
  readonly allowedRoutes: readonly string[];
  /** Null: an administrator made the key. */
  readonly maker: KeyMaker | null;
  readonly blocked: boolean;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | null;
}

/**
 * What the database knows about the ids that an identity names. An id that is missing from its map is not in the
 * database.
 */
export interface Facts {
  readonly teams: ReadonlyMap<string, TeamFacts>;
  /** By alias, the ids of the teams that have it: two at most, because an alias of several teams names none. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  readonly users: ReadonlyMap<string, UserFacts>;
  readonly organizations: ReadonlyMap<string, OrganizationFacts>;
  readonly endUsers: EndUsers;
}

/** The end users that a decision may depend on, by the ids under which they are kept (`end_user_scope`). */
export interface EndUsers {
  readonly scope: EndUserScope;
  readonly rows: ReadonlyMap<string, EndUserFacts>;
}

/** What the caller asks for. */
export interface AccessRequest {
  readonly method: string;
  /** The operation's canonical path, without `/v1`: `/chat/completions`. */
  readonly route: string;
  readonly family: RouteFamily;
  /** Who may call the operation, as its row of the operation table says. */
  readonly access: Access;
  /** Whether the operation only reads, by the same row. */
  readonly effect: Effect;
  /** Undefined for routes that name no model. */
  readonly model: string | undefined;
  /** From `x-gateway-team-id`: must be one of the caller's teams. */
  readonly requestedTeam: string | undefined;
  /** From `x-gateway-organization-id`: must be one of the organisations that the credential names. */
  readonly requestedOrganization: string | undefined;
  /** OpenAI's `user` field. It names the end user if no claim does. */
  readonly endUser: string | undefined;
  /** The tool server that is asked, by its name. Undefined: none is, or all of them are. */
  readonly mcpServer?: string | undefined;
  /** Its own name of the tool. Undefined: the server's prompts or resources, or the server itself. */
  readonly mcpTool?: string | undefined;
  /** Whether the tool says that it changes nothing. Undefined: it may change something. */
  readonly mcpTier?: "read" | "write" | undefined;
  /** The tools that a model call brings which do not run at the caller, by type or address. Undefined: none. */
  readonly hostedTools?: readonly string[] | undefined;
}

/** The answer of one rule, in words that a platform engineer understands at once. */
export interface Check {
  readonly rule: string;
  /** Section of the specification, or a page of docs. */
  readonly spec: string;
  readonly outcome: "pass" | "skip" | "fail" | "not reached";
  readonly because: string;
}

/** What has to be created before an allowed call goes on. `decide()` only names it. */
export type Obligation =
  | { readonly kind: "create-user"; readonly id: string; readonly email: string | undefined }
  | { readonly kind: "create-team"; readonly id: string; readonly alias: string | undefined }
  | {
      readonly kind: "sync-memberships";
      readonly userId: string;
      readonly join: readonly string[];
      readonly leave: readonly string[];
    };

/** Which keys a caller who is not an administrator may make. */
export interface MakesKeys {
  /** Keys without a team. */
  readonly personal: boolean;
  /** The teams for which the caller may make keys. */
  readonly teams: readonly string[];
}

/** Whom an allowed call acts for, and who pays. */
export interface Principal {
  readonly admin: boolean;
  /** Whether the caller reads as administrators do. Never together with an operation that writes. */
  readonly viewer: boolean;
  /** The teams that the caller administers. Empty unless the operation is for the administrators of teams too. */
  readonly administers: readonly string[];
  readonly role: InternalRole | undefined;
  /** Set on routes about keys of one's own. Absent: `key_generation_settings` opens none. */
  readonly makesKeys?: MakesKeys;
  readonly keyId: string | undefined;
  readonly teamId: string | undefined;
  /** Whether the team is only that of `team_id_default`: it pays, but the caller owns nothing of it. */
  readonly teamIsDefault?: boolean;
  /** The teams that the token's groups name. Absent: the token has no groups. */
  readonly groupTeams?: readonly string[];
  readonly userId: string | undefined;
  readonly organizationId: string | undefined;
  /** The organisation of the team, if the credential names another one: the call is charged to both. */
  readonly teamOrganizationId: string | undefined;
  /** The id under which the end user is kept: with `end_user_scope: team` it names the team too. */
  readonly endUserId: string | undefined;
}

export type Decision =
  | {
      readonly allow: true;
      readonly principal: Principal;
      readonly obligations: readonly Obligation[];
      readonly checks: readonly Check[];
    }
  | { readonly allow: false; readonly code: ErrorCode; readonly message: string; readonly checks: readonly Check[] };
