import { isStorableText } from "@/lib/storable-text";
import { z } from "zod";
import { PRINCIPAL_KINDS } from "@/lib/refusal";
import { defineContract } from "../contract";
import { refusalSeriesSchema } from "../series/refusal-series";
import { periodInputs, timeZone } from "../spend-filters";
import { decisionId, listOf, cursorInputs, cursorOutputs } from "../fields";

const text = z.string().max(512);
const group = {
  code: text.min(1).describe("The code of the refusals, such as `team_model_not_allowed`."),
  kind: z
    .enum(PRINCIPAL_KINDS)
    .describe(
      "The kind of whoever `principal` names. `unproven`: the credentials proved nobody. `others`: groups above the limit of their hour, counted together. `member`: a request for a higher budget.",
    ),
  principal: text.describe("The id of whoever was refused; empty: nobody can be named."),
  route: text.describe("The route that was refused; empty: the refusals do not depend on it."),
  model: text.describe(
    "The model that was asked for; empty: the refusals do not depend on it, or the requests named none.",
  ),
};
const requests = z
  .array(
    z.object({
      requested_by: z.string(),
      asker: z.string().describe("The same for all credentials of a person."),
      note: z.string().nullable(),
      amount: z
        .number()
        .nullable()
        .describe("Dollars that the budget is to have (code `budget_raise`); null: it is a request for access."),
      decision_id: z.string().nullable().describe("The refusal; null: there is none."),
      at: z.string(),
    }),
  )
  .describe("Who asks for access, the earliest first; a dismissal closes their requests.");
const refusals = z.object({
  ...group,
  name: z.string().nullable().describe("Of the team, user or key."),
  count: z.number().int(),
  first_at: z.string(),
  last_at: z.string(),
  examples: z.array(z.string()).describe("Ids of the latest refusals, the newest first, for `GET /auth/explain`."),
  by_hour: z
    .array(z.object({ hour: z.string(), count: z.number().int() }))
    .describe("Hours without refusals are left out."),
  state: z.enum(["open", "dismissed", "snoozed"]),
  snoozed_until: z.string().nullable(),
  marked_by: z.string().nullable().describe("Who dismissed or snoozed it."),
  note: z.string().nullable(),
  requests,
});
export type RefusalsView = z.output<typeof refusals>;

/** Which groups are meant; absent: all. */
const wanted = {
  code: text.optional().describe("Only refusals with this code"),
  kind: group.kind.optional(),
  principal: text.optional().describe("Only refusals of this key, user, team or other principal, by its id"),
  route: text.optional().describe("Only refusals of this route"),
  model: text.optional().describe("Only refusals of this model, as it was asked for"),
};
const hours = z.coerce.number<number | string>().int().min(1).max(8_760).default(168);

const note = text.nullish().describe("Why you hide them, for colleagues.");
const marked = z.object({ state: z.enum(["open", "dismissed", "snoozed"]) });
const common = { family: "management_routes", access: "administrators" } as const;

/** `/auth/refusals*`: what was refused to whom, how often, and what was done about it. */
export const refusalContracts = {
  list: defineContract({
    ...common,
    id: "auth.refusals",
    method: "GET",
    path: "/auth/refusals",
    effect: "reads",
    summary:
      "List refusals, grouped by code, principal and, where the code depends on them, route and model, with counts and examples; every refusal is counted. Groups with requests for access come first, whatever the time range",
    input: z.strictObject({
      hours: hours.describe("How many hours back to count; `start_date` and `end_date` take precedence"),
      start_date: periodInputs.start_date.describe(
        "The day (UTC) or instant at which counting starts, from the beginning of its hour",
      ),
      end_date: periodInputs.end_date.describe(
        "The day (UTC) at whose end counting stops, or an instant, whose hour no longer counts",
      ),
      state: z
        .enum(["open", "hidden", "all"])
        .default("open")
        .describe("Which groups to list. `hidden`: those that are dismissed or snoozed now."),
      ...wanted,
      ...cursorInputs,
      size: cursorInputs.size.pipe(z.number().max(200)),
    }),
    output: z.object({
      data: z.array(refusals),
      total: z.number().int().describe("Groups on all pages"),
      refusals: z.number().int().describe("Refusals of all these groups"),
      ...cursorOutputs,
    }),
  }),
  waiting: defineContract({
    ...common,
    id: "auth.refusals.waiting",
    method: "GET",
    path: "/auth/refusals/waiting",
    effect: "reads",
    summary:
      "Count the open groups of refusals of the last 7 days, up to 1,000, and show who asks for access; cheaper than the list, and for what looks often",
    input: z.strictObject({}),
    output: z.object({
      groups: z.number().int().describe("Open groups; 1000: this many or more."),
      requested: z
        .array(z.object({ ...group, requests }))
        .describe("The groups for which somebody asks for access, the latest first, 50 at most."),
    }),
  }),
  series: defineContract({
    ...common,
    id: "auth.refusals.series",
    method: "GET",
    path: "/auth/refusals/series",
    effect: "reads",
    summary: "Show how much was refused over time, by code, by hour or by day; the counts miss no refusal",
    input: z.strictObject({
      hours: hours.describe("How many hours back to count; `start_date` and `end_date` take precedence"),
      start_date: periodInputs.start_date.describe(
        "The day or instant at which counting starts, from the beginning of its hour",
      ),
      end_date: periodInputs.end_date.describe(
        "The day at whose end counting stops, or an instant, whose hour no longer counts",
      ),
      time_zone: timeZone
        .default("UTC")
        .describe("The time zone that defines the days of `start_date`, `end_date` and the steps"),
      ...wanted,
    }),
    output: refusalSeriesSchema,
  }),
  own: defineContract({
    id: "auth.refusals.own",
    method: "GET",
    path: "/auth/refusals/own",
    family: "info_routes",
    access: "owners",
    effect: "reads",
    summary:
      "List your own refusals: those of these credentials, of another token of yours and of your keys. Of the newest 200 it shows the latest for each code, route and model, with your open request for access",
    input: z.strictObject({
      hours: hours.describe("How many hours back to look"),
      ...cursorInputs,
      size: cursorInputs.size
        .unwrap()
        .optional()
        .describe("How many rows a page has at most; absent: all rows are on one page"),
    }),
    output: listOf(
      z.object({
        code: group.code,
        route: group.route,
        model: group.model,
        message: z.string(),
        at: z.string(),
        decision_id: z.string().describe("For `POST /auth/access_requests`."),
        requested_at: z.string().nullable().describe("When you asked for access."),
      }),
    ),
  }),
  dismiss: defineContract({
    ...common,
    id: "auth.refusals.dismiss",
    method: "POST",
    path: "/auth/refusals/dismiss",
    effect: "writes",
    summary:
      "Hide a group of refusals until it happens again after the next revision of the access settings, or show it again",
    input: z.strictObject({
      ...group,
      note,
      dismissed: z.boolean().default(true).describe("`false` shows the group again."),
    }),
    output: marked,
  }),
  snooze: defineContract({
    ...common,
    id: "auth.refusals.snooze",
    method: "POST",
    path: "/auth/refusals/snooze",
    effect: "writes",
    summary: "Hide a group of refusals for some hours",
    input: z.strictObject({
      ...group,
      note,
      hours: z.number().int().min(1).max(8_760).describe("How many hours to hide them for."),
    }),
    output: marked,
  }),
  requestAccess: defineContract({
    id: "auth.access_requests",
    method: "POST",
    path: "/auth/access_requests",
    family: "info_routes",
    access: "owners",
    effect: "writes",
    summary:
      "Ask the administrators for access after a refusal of these credentials, of another token of yours or of one of your keys. Nobody has two open requests about the same group of refusals",
    input: z.strictObject({
      decision_id: decisionId.describe("The x-gateway-decision-id of the refusal."),
      note: text
        .refine(isStorableText, "must not contain NUL characters or lone surrogates")
        .nullish()
        .describe("Why you need access, for the administrators."),
    }),
    output: z.object({
      state: z.enum(["requested", "already_requested"]),
      requested_at: z.string().describe("When the open request was made."),
    }),
  }),
};

export type OwnRefusal = z.output<typeof refusalContracts.own.output>["data"][number];
