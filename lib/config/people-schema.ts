import { z } from "zod";
import { listOf } from "./bounded-lists";

/** Who may make keys, besides administrators. */
export const keyGeneration = z.strictObject({
  team_key_generation: z
    .strictObject({
      allowed_team_member_roles: listOf(z.enum(["admin", "user"]))
        .default([])
        .describe("Roles of members who may make keys for their team. `user` means all members."),
    })
    .optional()
    .describe("Who may make keys for a team. Unset: only administrators."),
  personal_key_generation: z
    .strictObject({
      allowed_user_roles: listOf(z.enum(["internal_user", "proxy_admin"]))
        .default([])
        .describe("Roles of users who may make keys without a team. Administrators always may."),
    })
    .optional()
    .describe("Who may make keys without a team. Unset: only administrators."),
});
