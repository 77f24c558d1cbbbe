import { z } from "zod";
import { isStorableText } from "@/lib/storable-text";
import { defineContract } from "../../contract";
import { dollars, entityId, listOf, cursorInputs, receipts } from "../../fields";

/** The kinds of which callers are told the figures, and may ask for more. */
export const RAISED_TYPES = ["user", "team", "member", "key"] as const;

const whose = {
  type: z.enum(RAISED_TYPES).describe("The kind of whoever has the budget."),
  id: entityId.describe("The id of the budget, as `GET /budgets` shows it."),
};
const words = z.string().max(512).refine(isStorableText, "must not contain NUL characters or lone surrogates");

const raise = z.object({
  ...whose,
  name: z.string().nullable(),
  max_budget: z.number().nullable().describe("Dollars, as it is now; null: it has no limit any more, or it is gone"),
  amount: z.number().describe("The `max_budget` that is asked for"),
  note: z.string().nullable().describe("What for"),
  requested_by: z.string(),
  asker: z.string().describe("Who asks, for `POST /budgets/raises/decide`: the same for all credentials of a person"),
  requested_at: z.string(),
  state: z.enum(["pending", "approved", "refused"]),
  granted: z.number().nullable().describe("The `max_budget` that was set; null: none"),
  answer: z.string().nullable().describe("What whoever decided says about it"),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
});
export type Raise = z.output<typeof raise>;

/** `/budgets/raises*`: asking for a higher budget, and deciding about it. */
export const raiseContracts = {
  ask: defineContract({
    id: "budgets.raises.ask",
    method: "POST",
    path: "/budgets/raises",
    family: "info_routes",
    access: "owners",
    effect: "writes",
    summary:
      "Ask for a higher budget for yourself, one of your keys or one of your teams. Nobody has two open requests about one budget",
    input: z.strictObject({
      ...whose,
      amount: dollars.positive().describe("The `max_budget` that you need, in dollars"),
      note: words.nullish().describe("What you need it for; whoever decides reads it"),
    }),
    output: z.object({
      state: z.enum(["requested", "already_requested"]),
      amount: z.number(),
      requested_at: z.string().describe("When the open request was made."),
    }),
  }),
  list: defineContract({
    id: "budgets.raises.list",
    method: "GET",
    path: "/budgets/raises",
    family: "info_routes",
    access: "owners",
    effect: "reads",
    summary:
      "List requests for higher budgets, the newest first: your own with their outcomes, or the open ones that you may decide",
    input: z.strictObject({
      of: z
        .enum(["own", "others"])
        .default("own")
        .describe(
          "`own`: your own requests. `others`: open requests of other people that you may decide: everybody's for administrators, otherwise those of your teams' members and keys",
        ),
      ...cursorInputs,
    }),
    output: listOf(raise),
  }),
  decide: defineContract({
    id: "budgets.raises.decide",
    method: "POST",
    path: "/budgets/raises/decide",
    family: "management_routes",
    access: "team_administrators",
    effect: "writes",
    versioned: true,
    summary:
      "Approve a request for a higher budget, which sets the budget, or refuse it. Administrators of a team decide about the budgets that they may change. `If-Match` takes the `ETag` of whatever has the budget",
    input: z.strictObject({
      ...whose,
      asker: z.string().min(1).max(2_048).describe("The `asker` of the request, as `GET /budgets/raises` shows it"),
      decision: z
        .enum(["approve", "refuse", "reopen"])
        .describe(
          "What to do. `reopen` takes an approval back: the budget becomes `max_budget`, and the request waits again",
        ),
      max_budget: dollars.optional().describe("The new budget in dollars; absent: what was asked for"),
      answer: words.nullish().describe("A message to whoever asked"),
    }),
    output: z.object({
      state: z.enum(["pending", "approved", "refused"]),
      max_budget: z.number().nullable().describe("What was set; null: nothing"),
      nodes: receipts,
    }),
  }),
};
