import { z } from "zod";
import { ENTITY_ID_MAX_LENGTH } from "@/lib/entity-id";
import { ENTITY_KINDS } from "@/lib/entity-type";
import { defineContract } from "../../contract";
import { listOf, cursorInputs } from "../../fields";

/** The kinds that have budgets. */
export const BUDGET_TYPES = Object.values(ENTITY_KINDS).flatMap((kind) => (kind.hasLimits ? [kind.type] : []));
/** What has become of a budget. */
export const BUDGET_CONDITIONS = ["used_up", "near", "idle"] as const;

const budget = z.object({
  type: z.enum(BUDGET_TYPES).describe("Whose budget it is. `model`: all calls of a model name or pattern share it."),
  id: z.string().describe("For a member of a team: the team and the user."),
  name: z.string().nullable(),
  team_id: z.string().nullable().describe("The team of a member"),
  user_id: z.string().nullable().describe("The user of a member"),
  max_budget: z.number().nullable().describe("Dollars; null: it has only a warning"),
  soft_budget: z.number().nullable(),
  budget_duration: z.string().nullable(),
  spent: z.number().describe("Dollars booked in the present window"),
  share: z.number().describe("What is spent of `max_budget`, or else of `soft_budget`. 1 and more: all of it."),
  soft_exceeded: z.boolean(),
  starts_at: z.string().nullable().describe("When the present window began; null: it is for all time"),
  resets_at: z.string().nullable().describe("Null: it does not reset"),
  rate: z
    .object({
      dollars_a_day: z.number(),
      since: z
        .string()
        .describe(
          "It is measured from here until now: from the start of the window. Where there is none, over 28 days, or since the first call.",
        ),
    })
    .describe("How fast it is spent"),
  outlook: z
    .enum(["used_up", "idle", "too_early", "far", "runs_out", "lasts"])
    .describe(
      "Where that leads. `lasts`: until it resets. `far`: it never resets, and lasts more than a year. `too_early`: the window has just begun. `idle`: nothing was spent.",
    ),
  runs_out_at: z.string().nullable().describe("Set with `runs_out`."),
});
export type Budget = z.output<typeof budget>;

/** `/budgets`: everybody's budgets. */
export const budgetContracts = {
  list: defineContract({
    id: "budgets.list",
    method: "GET",
    path: "/budgets",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary:
      "List the budgets of organisations, teams, their members, users, keys, end users and models, those nearest to their end first, with when each runs out at the present rate",
    input: z.strictObject({
      type: z.enum(BUDGET_TYPES).optional().describe("Only budgets of this kind"),
      state: z
        .enum(BUDGET_CONDITIONS)
        .optional()
        .describe(
          "Only budgets in this state. `used_up`: calls are refused. `near`: at least 80% is spent, or the soft budget is exceeded. `idle`: nothing is spent.",
        ),
      search: z
        .string()
        .max(ENTITY_ID_MAX_LENGTH)
        .regex(/^[^\0]*$/, "must not contain NUL characters")
        .optional()
        .describe("Text that the id, the name or a user's e-mail address must contain"),
      ...cursorInputs,
      size: cursorInputs.size
        .unwrap()
        .pipe(z.number().max(200))
        .default(50)
        .describe("How many rows a page has at most"),
    }),
    output: listOf(budget),
  }),
};
