import type { ErrorCode } from "@/lib/errors";
import type { InternalRole } from "@/lib/config/schema";
import type { Limited, Limits } from "@/lib/config/limit-rules";
import type { RouteFamily } from "./routes";

/** A JSON object of claims, as the provider signed it. */
export type Claims = Readonly<Record<string, unknown>>;

/** What a credential has been proven to be, before any rule is asked. */
export type VerifiedToken =
  | { readonly kind: "master-key"; readonly via: "bearer" | "session" }
  | { readonly kind: "virtual-key"; readonly key: KeyFacts }
  | {
      readonly kind: "jwt";
      readonly via: "bearer" | "session";
      readonly claims: Claims;
      readonly issuer: string | undefined;
    };

/** Who the token says is calling, whatever kind of token it is. Ids are taken from claims as they are; nothing here has been looked up. */
export interface Identity {
  readonly kind: VerifiedToken["kind"];
  readonly issuer: string | undefined;
  readonly subject: string | undefined;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  /** From `team_id_jwt_field`, or read softly from `client_id` (`teamIdIsSoft`), or from the key. */
  readonly teamId: string | undefined;
  readonly teamIdIsSoft: boolean;
  /** The claim that must name the team, where one is configured for this issuer. */
  readonly teamClaim: string | undefined;
  /** From `team_ids_jwt_field`, in claim order. */
  readonly groups: readonly string[];
  /** The claim that says the groups, where one is configured for this issuer; without one the database says the teams of a user. */
  readonly groupsClaim: string | undefined;
  /** Whether the token carries that claim: an empty list says that the user is in no group, an absent one says nothing. */
  readonly statesGroups: boolean;
  readonly teamAlias: string | undefined;
  readonly userId: string | undefined;
  readonly email: string | undefined;
  /** The provider's `email_verified`, if it says. */
  readonly emailVerified: boolean | undefined;
  readonly objectId: string | undefined;
  readonly organizationId: string | undefined;
  readonly endUserId: string | undefined;
  readonly key: KeyFacts | undefined;
}

/** A claim that has the wrong type: an identity cannot be read from such a token. */
export interface IdentityFault {
  readonly claim: string;
  readonly message: string;
}

export interface TeamFacts extends Limited {
  readonly id: string;
  readonly alias: string | null;
  readonly organizationId: string | null;
  readonly models: readonly string[];
  readonly blocked: boolean;
}
export interface UserFacts extends Limited {
  readonly id: string;
  readonly email: string | null;
  readonly models: readonly string[];
  readonly blocked: boolean;
  /** The teams that the database makes the user a member of, by id. */
  readonly teams: readonly string[];
  /** What this member of a team may spend on its behalf, by team; null: nothing is said for any. */
  readonly memberLimits?: Readonly<Record<string, Limits>> | null;
}
export interface OrganizationFacts extends Limited {
  readonly id: string;
  readonly models: readonly string[];
  readonly blocked: boolean;
}
export interface EndUserFacts extends Limited {
  readonly id: string;
  readonly blocked: boolean;
}
export interface KeyFacts extends Limited {
  readonly id: string;
  readonly alias: string | null;
  readonly name: string;
  readonly userId: string | null;
  readonly teamId: string | null;
  readonly organizationId: string | null;
  readonly models: readonly string[];
  readonly allowedRoutes: readonly string[];
  readonly blocked: boolean;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | null;
}

/** What the database says about the ids an identity names; absent from the map or undefined: not there. */
export interface Facts {
  readonly teams: ReadonlyMap<string, TeamFacts>;
  readonly users: ReadonlyMap<string, UserFacts>;
  readonly organizations: ReadonlyMap<string, OrganizationFacts>;
  readonly endUser: EndUserFacts | undefined;
}

/** What is asked for. */
export interface AccessRequest {
  readonly method: string;
  /** Canonical path of the operation, without `/v1`: `/chat/completions`. */
  readonly route: string;
  readonly family: RouteFamily;
  /** Undefined on routes that name no model. */
  readonly model: string | undefined;
  /** From `x-gateway-team-id`: one of the token's groups. */
  readonly requestedTeam: string | undefined;
  /** OpenAI's `user` field: counts as the end user where no claim names one. */
  readonly endUser: string | undefined;
}

/** One rule's answer, in words a platform engineer reads at nine in the morning. */
export interface Check {
  readonly rule: string;
  /** Section of the specification or of docs/decisions.md. */
  readonly spec: string;
  readonly outcome: "pass" | "skip" | "fail" | "not reached";
  readonly because: string;
}

/** Work an allow brings with it; `decide()` only names it. */
export type Obligation =
  | { readonly kind: "create-user"; readonly id: string; readonly email: string | undefined }
  | { readonly kind: "create-team"; readonly id: string; readonly alias: string | undefined }
  | {
      readonly kind: "sync-memberships";
      readonly userId: string;
      readonly join: readonly string[];
      readonly leave: readonly string[];
    };

/** Who acts and who pays, once allowed. */
export interface Principal {
  readonly admin: boolean;
  readonly role: InternalRole | undefined;
  readonly keyId: string | undefined;
  readonly teamId: string | undefined;
  readonly userId: string | undefined;
  readonly organizationId: string | undefined;
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
