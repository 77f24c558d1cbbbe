import { z } from "zod";

/** Who may make keys, besides administrators. */
export const keyGeneration = z.strictObject({
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
