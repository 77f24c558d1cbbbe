import { ALGORITHMS } from "@/lib/config/algorithms";
import type { ClaimField } from "@/lib/auth/claims/identity-claims";
import { ROUTE_FAMILIES } from "@/lib/auth/routes";
import { type IssuerEntry, issuerEntry } from "@/lib/config/schema";

/** How a field of an issuer is edited. */
export type IssuerField =
  | { readonly name: keyof IssuerEntry; readonly as: "text" | "claim" | "number" | "switch"; readonly hint: string }
  | { readonly name: ClaimField; readonly as: "expression"; readonly hint: string }
  | {
      readonly name: keyof IssuerEntry;
      readonly as: "names";
      readonly hint: string;
      readonly known: readonly string[];
      readonly empty: string;
    }
  | {
      readonly name: keyof IssuerEntry;
      readonly as: "choice";
      readonly hint: string;
      /** Each value with its words; undefined stands for a field that is not given. */
      readonly options: readonly { readonly value: unknown; readonly words: string }[];
    };

/** Whether an entry may unset a field (null) that is set for all issuers. */
export function canUnset(name: keyof IssuerEntry): boolean {
  return issuerEntry.shape[name].safeParse(null).success;
}

/** The words of a field that is not given. */
export const AS_COMMON = "As for all issuers";

const ROUTES = { as: "names", known: ROUTE_FAMILIES, empty: AS_COMMON } as const;

/** The plain fields of an issuer, by what they are about. All others have forms of their own. */
export const ISSUER_GROUPS = {
  identity: [
    {
      name: "issuer",
      as: "text",
      hint: "The exact iss of its tokens. {tid} stands for the tenant of Microsoft Entra ID.",
    },
    {
      name: "id_prefix",
      as: "text",
      hint: "Stands before every id in its tokens, such as partner:, so that they are nobody else's.",
    },
  ],
  keys: [
    { name: "jwks_url", as: "text", hint: "Key set or discovery document. Leave empty to find it by the issuer." },
    {
      name: "algorithms",
      as: "names",
      known: ALGORITHMS,
      empty: AS_COMMON,
      hint: "Signature algorithms that its tokens may have.",
    },
    { name: "require_exp", as: "switch", hint: "Refuses tokens without an expiry time." },
    {
      name: "clock_skew_seconds",
      as: "number",
      hint: "Seconds by which the clocks of the gateway and of the provider may differ, 300 at most.",
    },
    {
      name: "public_key_ttl",
      as: "number",
      hint: "Seconds for which its keys are used before they are fetched again.",
    },
    {
      name: "public_key_stale_ttl",
      as: "number",
      hint: "Seconds for which they may be used after that while it is down.",
    },
    {
      name: "allow_sender_constrained_tokens",
      as: "switch",
      hint: "Accepts its tokens that are bound to their sender (DPoP, mutual TLS) without checking the binding.",
    },
  ],
  audience: [
    {
      name: "audience_claim",
      as: "claim",
      hint: "Compared with the audiences instead of aud, such as client_id for Amazon Cognito.",
    },
    {
      name: "accept_id_tokens",
      as: "choice",
      hint: "Accepts ID tokens beside access tokens. Needs an audience.",
      options: [
        { value: undefined, words: "No" },
        { value: true, words: "Yes" },
      ],
    },
  ],
  claims: [
    { name: "team_id_jwt_field", as: "expression", hint: "The team's id." },
    { name: "team_ids_jwt_field", as: "expression", hint: "The list of the user's teams or groups." },
    { name: "team_alias_jwt_field", as: "expression", hint: "A team's alias." },
    { name: "user_id_jwt_field", as: "expression", hint: "The user's id." },
    { name: "user_email_jwt_field", as: "expression", hint: "The user's e-mail address." },
    { name: "object_id_jwt_field", as: "expression", hint: "The id of a user or a team, depending on the role." },
    { name: "roles_jwt_field", as: "expression", hint: "The list of roles." },
    { name: "scope_jwt_field", as: "expression", hint: "The scopes." },
    { name: "org_id_jwt_field", as: "expression", hint: "The organisation's id." },
    { name: "end_user_id_jwt_field", as: "expression", hint: "The end user's id." },
  ],
  admission: [
    {
      name: "allow_admin",
      as: "choice",
      hint: "Whether its tokens may make administrators.",
      options: [
        { value: undefined, words: "Yes, if it is the only provider" },
        { value: true, words: "Yes" },
        { value: "console", words: "Only people who log in to the console" },
        { value: false, words: "No" },
      ],
    },
    { name: "admin_jwt_scope", as: "text", hint: "The scope that makes an administrator." },
    { name: "admin_jwt_role", as: "text", hint: "A role that the token must carry as well." },
    {
      name: "admin_viewer_jwt_scope",
      as: "text",
      hint: "The scope that lets the caller read what administrators read.",
    },
    {
      name: "user_allowed_email_domain",
      as: "text",
      hint: "Only people with an e-mail address in this domain may call.",
    },
    { name: "email_verified_required", as: "switch", hint: "An e-mail address counts only if email_verified is true." },
    {
      name: "user_id_upsert",
      as: "switch",
      hint: "Its tokens create users. Beside other providers, only where it says so itself.",
    },
    {
      name: "team_id_upsert",
      as: "switch",
      hint: "Its tokens create teams. Beside other providers, only where it says so itself.",
    },
    { name: "team_id_default", as: "text", hint: "The team that pays for calls whose token names no team." },
    { name: "sync_user_teams", as: "switch", hint: "A user's memberships follow the groups of the token." },
    {
      name: "enforce_rbac",
      as: "switch",
      hint: "Only teams, users and the proxy admin may call. Turns role_mappings on.",
    },
    {
      name: "enforce_scope_based_access",
      as: "switch",
      hint: "A model may be called only if a scope allows it. Turns scope_mappings on.",
    },
    {
      name: "enforce_team_based_model_access",
      as: "switch",
      hint: "A user may call a model only if one of their teams may.",
    },
    { name: "team_allowed_routes", ...ROUTES, hint: "Routes that teams of its tokens may call." },
    {
      name: "team_admin_allowed_routes",
      ...ROUTES,
      hint: "Routes that administrators of teams may call, for their own team.",
    },
    { name: "admin_allowed_routes", ...ROUTES, hint: "Routes that its administrators may call." },
  ],
  groups: [
    {
      name: "group_overage",
      as: "choice",
      hint: "What to do when Entra ID leaves the groups out because they are too many.",
      options: [
        { value: undefined, words: AS_COMMON },
        { value: "refuse", words: "Refuse the call" },
        { value: "ignore", words: "No groups" },
        { value: "graph", words: "Ask Microsoft Graph" },
      ],
    },
  ],
  opaque: [
    { name: "token_prefix", as: "text", hint: "What its opaque tokens begin with, where several issuers take them." },
  ],
} as const satisfies Readonly<Record<string, readonly IssuerField[]>>;
