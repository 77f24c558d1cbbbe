import { z } from "zod";

const text = z.string().trim().min(1);

const keyGeneration = z.strictObject({
  team_key_generation: z
    .strictObject({
      allowed_team_member_roles: z
        .array(z.enum(["admin", "user"]))
        .default([])
        .describe("Roles in a team whose members may make keys of that team. `user`: all members."),
    })
    .optional()
    .describe("Keys of a team. Unset: nobody makes one."),
  personal_key_generation: z
    .strictObject({
      allowed_user_roles: z
        .array(z.enum(["internal_user", "proxy_admin"]))
        .default([])
        .describe("Roles whose holders may make keys without a team. Administrators may in any case."),
    })
    .optional()
    .describe("Keys without a team. Unset: nobody makes one."),
});

/** The settings that say who reads what administrators read, and what the administrators of teams may call. */
export const peopleSettings = {
  admin_viewer_jwt_scope: text
    .optional()
    .describe("Scope that lets the caller read what administrators read, and change nothing. Unset: no scope does."),
  team_admin_allowed_routes: z
    .array(text)
    .default(["management_routes"])
    .describe(
      "Routes that the JWT of a team's administrator may call for that team, among those that exist for them. Empty: members with the role `admin` may do no more than other members.",
    ),
  key_generation_settings: keyGeneration
    .optional()
    .describe(
      "Which users make keys, whatever their route list. Unset: it opens keys to nobody, and the route lists decide. Set: nobody else makes keys but administrators.",
    ),
};
