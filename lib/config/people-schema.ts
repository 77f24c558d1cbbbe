import { z } from "zod";

const text = z.string().trim().min(1);

/** What says who reads as administrators do, and what the administrators of teams may call. */
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
};
