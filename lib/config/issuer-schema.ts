import { z } from "zod";

const text = z.string().trim().min(1);
/** `a.b.roles`: a path into the claims; `\.` stands for a literal dot. */
const claimPath = text;

/** The claim names that each provider may override. */
export const identityClaims = {
  team_id_jwt_field: claimPath
    .optional()
    .describe("Claim with the team id. Unset: `client_id` is used if it names a team."),
  user_id_jwt_field: claimPath.optional().describe("Claim with the user id."),
  org_id_jwt_field: claimPath.optional().describe("Claim with the organisation id."),
  end_user_id_jwt_field: claimPath.optional().describe("Claim with the end user's id."),
  team_ids_jwt_field: claimPath
    .optional()
    .describe("Claim with the list of team ids (groups) that the user belongs to."),
  user_email_jwt_field: claimPath.optional().describe("Claim with the user's e-mail address."),
  object_id_jwt_field: claimPath
    .optional()
    .describe("Claim with an id that is a user's or a team's, depending on the role."),
  roles_jwt_field: claimPath.optional().describe("Claim with the list of roles, for example `realm_access.roles`."),
};

/** What the entry of an issuer says about the issuer itself. Its overrides of the common settings stand beside this. */
export const issuerFields = {
  issuer: text.describe("The exact `iss` of its tokens."),
  jwks_url: z.url({ protocol: /^https?$/ }).describe("Address of its key set or discovery document."),
  audience: z
    // An empty list would refuse every token.
    .union([text, z.array(text).min(1)])
    .optional()
    .describe("One or several audiences that its tokens may have. Unset: those of `JWT_AUDIENCE`."),
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
};

type Fields = Readonly<Record<string, z.ZodType>>;
type Unwrapped<Field extends z.core.SomeType> =
  Field extends z.ZodDefault<infer Inner> ? Inner : Field extends z.ZodOptional<infer Inner> ? Inner : Field;
type Overrides<Common extends Fields> = {
  [Name in keyof Common]: z.ZodOptional<z.ZodNullable<Unwrapped<Common[Name]>>>;
};

/**
 * The fields of common settings as an issuer's entry may have them: absent says nothing, and null counts as if the
 * setting were nowhere given.
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
