import { z } from "zod";

/** Whether an end user is one and the same for all teams, or each team has its own end users. */
const endUserScope = z.enum(["shared", "team"]);
export type EndUserScope = z.infer<typeof endUserScope>;

/** The fields of `general_settings` that say what keys and end users of callers who are not administrators may be. */
export const rightsSettings = {
  end_user_scope: endUserScope
    .default("shared")
    .describe(
      "`shared`: an end user is the same for all teams, with one budget, one block and one spend. `team`: each team has its own end users, under the id `<team>/<end user>`.",
    ),
  user_key_max_days: z
    .number()
    .int()
    .min(1)
    .max(36_500)
    .optional()
    .describe("Days after which a key ends at the latest if its maker is no administrator. Unset: 90."),
};
