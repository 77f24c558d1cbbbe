import { z } from "zod";
import { isStorableText } from "@/lib/storable-text";
import { defineContract } from "../../contract";
import { entityId, listOf, placeInputs, receipts } from "../../fields";

/** The kinds of which callers are told the figures, and may ask for more. */
export const RAISED_TYPES = ["user", "team", "member", "key"] as const;

const whose = {
  type: z.enum(RAISED_TYPES).describe("Whose budget it is."),
  id: entityId.describe("As `GET /budgets` names it."),
};
const dollars = z.number().positive().max(99_999_999_999);
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
      "Ask for a higher budget of yours, of a key of yours, or of a team of yours. Nobody has two open requests about one budget",
    input: z.strictObject({
      ...whose,
      amount: dollars.describe("Dollars: the `max_budget` that you need"),
      note: words.nullish().describe("What for, for whoever decides"),
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
      "List requests for higher budgets, the newest first: your own with what became of them, or those that wait and that you may decide",
    input: z.strictObject({
      of: z
        .enum(["own", "others"])
        .default("own")
        .describe(
          "`others`: open ones, of everybody for administrators, of members and keys of their teams for others",
        ),
      ...placeInputs,
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
      "Approve a request for a higher budget, which sets it, or refuse it; administrators of a team decide about what they may change themselves. `If-Match` takes the `ETag` of whatever has the budget",
    input: z.strictObject({
      ...whose,
      asker: z.string().min(1).max(2_048),
      decision: z
        .enum(["approve", "refuse", "reopen"])
        .describe("`reopen`: takes an approval back; the budget is set to `max_budget` and the request waits again"),
      max_budget: dollars.optional().describe("Dollars; absent: what was asked for"),
      answer: words.nullish().describe("A word to whoever asked"),
    }),
    output: z.object({
      state: z.enum(["pending", "approved", "refused"]),
      max_budget: z.number().nullable().describe("What was set; null: nothing"),
      nodes: receipts,
    }),
  }),
};
