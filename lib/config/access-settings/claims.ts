import { idExpression, organizationExpression, setExpression } from "../claim-expression";
import { setting } from "./setting";

const CLAIM = { group: "claims", editor: "expression" } as const;

/** Which claim of a token holds what. docs/reference/claims.md explains how they are written. */
export const CLAIM_SETTINGS = {
  team_id_jwt_field: setting(idExpression, {
    ...CLAIM,
    text: "Claim with the team's id.",
    unset: "`client_id`, if it names a team.",
  }),
  user_id_jwt_field: setting(idExpression, { ...CLAIM, text: "Claim with the user's id." }),
  org_id_jwt_field: setting(organizationExpression, {
    ...CLAIM,
    text: "Claim with the organisation's id.",
    more: "`x-gateway-organization-id` chooses one of several.",
  }),
  end_user_id_jwt_field: setting(idExpression, { ...CLAIM, text: "Claim with the end user's id." }),
  team_ids_jwt_field: setting(setExpression, {
    ...CLAIM,
    text: "Claim with the list of the user's teams or groups.",
    unset: "the user's memberships in the database count.",
  }),
  user_email_jwt_field: setting(idExpression, { ...CLAIM, text: "Claim with the user's e-mail address." }),
  object_id_jwt_field: setting(idExpression, {
    ...CLAIM,
    text: "Claim with the id of a user or a team, depending on the role.",
    unset: "each has its own claim.",
  }),
  roles_jwt_field: setting(setExpression, {
    ...CLAIM,
    text: "Claim with the list of roles. A dot goes into an object, as in `realm_access.roles`.",
  }),
  team_alias_jwt_field: setting(idExpression, {
    ...CLAIM,
    text: "Claim with a team's alias. It names the team if the token names none by id or group.",
    more: "A team that is created on the fly gets it as its name.",
  }),
  scope_jwt_field: setting(setExpression, {
    ...CLAIM,
    text: "Claim with the scopes.",
    more: "A string is split at white space unless it says otherwise.",
    unset: "`scope` and `scp`.",
  }),
};
