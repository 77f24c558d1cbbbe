import { z } from "zod";
import { ALGORITHMS } from "./algorithms";
import { idExpression, organizationExpression, setExpression } from "./claim-expression";
import { opaqueTokenSettings } from "./opaque-token-settings";
import { tokenReadingSettings } from "./token-reading-settings";

const text = z.string().trim().min(1);
/** The claims that each provider may override. docs/claims.md explains how they are written. */
export const identityClaims = {
  team_id_jwt_field: idExpression
    .optional()
    .describe("Claim with the team id. Unset: `client_id` is used if it names a team."),
  user_id_jwt_field: idExpression.optional().describe("Claim with the user id."),
  org_id_jwt_field: organizationExpression
    .optional()
    .describe("Claim with the organisation id. Of several, `x-gateway-organization-id` chooses one."),
  end_user_id_jwt_field: idExpression.optional().describe("Claim with the end user's id."),
  team_ids_jwt_field: setExpression
    .optional()
    .describe("Claim with the list of team ids (groups) that the user belongs to."),
  user_email_jwt_field: idExpression.optional().describe("Claim with the user's e-mail address."),
  object_id_jwt_field: idExpression
    .optional()
    .describe("Claim with an id that is a user's or a team's, depending on the role."),
  roles_jwt_field: setExpression.optional().describe("Claim with the list of roles, for example `realm_access.roles`."),
  scope_jwt_field: setExpression
    .optional()
    .describe(
      "Claim with the scopes; a text is split at white space unless it says otherwise. Unset: `scope` and `scp`.",
    ),
  team_alias_jwt_field: idExpression
    .optional()
    .describe(
      "Claim with a team's alias. It names the team where the token names none by id or group, and is the name of a team that is created on the fly.",
    ),
};

/** The same claims where each one that is given must have a value. */
export const requiredClaims = {
  team_id_jwt_field: identityClaims.team_id_jwt_field.unwrap(),
  team_ids_jwt_field: identityClaims.team_ids_jwt_field.unwrap(),
  team_alias_jwt_field: identityClaims.team_alias_jwt_field.unwrap(),
  user_id_jwt_field: identityClaims.user_id_jwt_field.unwrap(),
  user_email_jwt_field: identityClaims.user_email_jwt_field.unwrap(),
  object_id_jwt_field: identityClaims.object_id_jwt_field.unwrap(),
  org_id_jwt_field: identityClaims.org_id_jwt_field.unwrap(),
  end_user_id_jwt_field: identityClaims.end_user_id_jwt_field.unwrap(),
  roles_jwt_field: identityClaims.roles_jwt_field.unwrap(),
  scope_jwt_field: identityClaims.scope_jwt_field.unwrap(),
};

/** The place of a token's tenant in its issuer's address, as Microsoft Entra ID writes it. */
export const TENANT = "{tid}";

/** YAML and JSON parsers round greater integers, so two different ones could become the same. */
const exactNumber = z.number().refine((number) => !Number.isInteger(number) || Number.isSafeInteger(number), {
  error: "is an integer beyond 2^53, which is rounded: put it in quotes if the tokens have it as a text",
});
const claimValue = z.union([z.boolean(), exactNumber, text, z.array(text).min(1)]);

/** What every token of an issuer must fulfil besides its signature and times. */
export const proofSettings = {
  ...tokenReadingSettings,
  audience_claim: text
    .optional()
    .describe(
      "Claim that is compared with the audiences instead of `aud`, such as `client_id` for Amazon Cognito. ID tokens are always compared by `aud`.",
    ),
  required_claims: z
    .record(text, claimValue)
    .default({})
    .describe(
      "Claims that every token must have, each with a value, a pattern with `*` or a list of them, such as `repository_owner: acme`. In a claim that is a list, one entry is enough.",
    ),
  algorithms: z
    .array(z.enum(ALGORITHMS))
    .min(1)
    .optional()
    .describe("Signature algorithms of tokens. Unset: every RS, PS and ES algorithm, and EdDSA."),
  allow_sender_constrained_tokens: z
    .boolean()
    .default(false)
    .describe(
      "Accepts tokens that are bound to their sender (`cnf`: DPoP, mutual TLS) as plain bearer tokens. The gateway does not check the binding, so whoever steals such a token can use it.",
    ),
  require_exp: z.boolean().default(true).describe("Refuses tokens without an expiry time."),
  clock_skew_seconds: z
    .number()
    .finite()
    .nonnegative()
    .max(300)
    .default(5)
    .describe("By how many seconds the clocks of the gateway and the provider may differ."),
};
export type RequiredClaim = z.infer<typeof claimValue>;

/** The settings among them that administrators edit in the console. Each one that is given must have a value. */
export const requiredProof = {
  audience_claim: proofSettings.audience_claim.unwrap(),
  required_claims: proofSettings.required_claims.unwrap(),
  algorithms: proofSettings.algorithms.unwrap(),
  require_exp: proofSettings.require_exp.unwrap(),
  allow_sender_constrained_tokens: proofSettings.allow_sender_constrained_tokens.unwrap(),
  service_accounts: proofSettings.service_accounts.unwrap(),
  group_overage: proofSettings.group_overage.unwrap(),
  microsoft_graph: proofSettings.microsoft_graph.unwrap(),
  clock_skew_seconds: proofSettings.clock_skew_seconds.unwrap(),
};

const seconds = z.number().finite().nonnegative();

/** How long fetched provider keys are used. */
export const keyTimes = {
  public_key_ttl: seconds.default(600).describe("How long fetched public keys stay cached, in seconds."),
  public_key_stale_ttl: seconds
    .default(3600)
    .describe("How long public keys may still be used after that while their provider is down, in seconds."),
};

/** The same settings, where each one that is given must have a value. */
export const requiredKeyTimes = {
  public_key_ttl: keyTimes.public_key_ttl.unwrap(),
  public_key_stale_ttl: keyTimes.public_key_stale_ttl.unwrap(),
};

/**
 * The fields of an issuer's entry about the issuer itself. Its overrides of the common settings come on top of them.
 */
export const issuerFields = {
  issuer: text.describe(
    "The exact `iss` of its tokens. `{tid}` stands for the tenant: it must be the token's own `tid`, one of those that `required_claims.tid` lists.",
  ),
  jwks_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Address of its key set or discovery document. Unset: the discovery document of `issuer`."),
  audience: z
    // An empty list would refuse every token.
    .union([text, z.array(text).min(1)])
    .optional()
    .describe(
      "One or several audiences that its tokens may have; `none`: the audience is not checked. Unset: those of `JWT_AUDIENCE`.",
    ),
  accept_id_tokens: z
    .boolean()
    .optional()
    .describe("Accepts ID tokens beside access tokens, such as those of Google. Needs an audience."),
  id_prefix: z
    .string()
    .regex(/^[^\s\p{Cc}*]{1,64}$/u, "must be 1 to 64 characters without white space and without *")
    .optional()
    .describe(
      "Stands before the ids of users, teams, groups, organisations and end users in its tokens, such as `partner:`, so that they are nobody else's.",
    ),
  allow_admin: z
    .literal([true, false, "console"])
    .optional()
    .describe(
      "Whether its tokens may make administrators; `console`: only those of people who log in to the console. Unset: `true` for the only provider, `console` for `OIDC_ISSUER`, otherwise `false`.",
    ),
  user_id_upsert: z
    .boolean()
    .optional()
    .describe(
      "Whether its tokens create users. Unset: as in `gateway_jwtauth` for the only provider, otherwise `false`.",
    ),
  team_id_upsert: z
    .boolean()
    .optional()
    .describe(
      "Whether its tokens create teams. Unset: as in `gateway_jwtauth` for the only provider, otherwise `false`.",
    ),
  ...opaqueTokenSettings,
};

type Fields = Readonly<Record<string, z.ZodType>>;
type Unwrapped<Field extends z.core.SomeType> =
  Field extends z.ZodDefault<infer Inner> ? Inner : Field extends z.ZodOptional<infer Inner> ? Inner : Field;
type Overrides<Common extends Fields> = {
  [Name in keyof Common]: z.ZodOptional<z.ZodNullable<Unwrapped<Common[Name]>>>;
};

/**
 * The fields of common settings for an issuer's entry. An absent field keeps the common value, and null counts as if
 * nobody had given the setting.
 */
export function overridesOf<Common extends Fields>(fields: Common): Overrides<Common> {
  const overrides = Object.entries(fields).map(([name, field]) => {
    const inner = field instanceof z.ZodDefault || field instanceof z.ZodOptional ? field.unwrap() : field;
    const about = `As \`${name}\` of \`gateway_jwtauth\`, for the tokens of this issuer.`;
    return [
      name,
      z
        .nullable(inner as z.ZodType)
        .optional()
        .describe(about),
    ];
  });
  return Object.fromEntries(overrides) as Overrides<Common>;
}
