import type { CallFilter } from "@/lib/calls/filter";
import { ENTITY_KINDS, type EntityType } from "@/lib/entity-type";
import type { LargestQuestion, SpendQuestion } from "@/lib/reports/report-reader";
import type { CallPage } from "@/lib/store/calls/call-list";
import { DAY_MS, startOfDay } from "@/lib/time/period";
import { dayBounds } from "@/lib/time/time-zone";
import { CALL_SORTS, SPEND_MEASURES } from "@/lib/wire/spend";
import { SAMPLE_TIME } from "./spend-samples";
import { variedCall } from "./varied-calls";

const LAST = startOfDay(SAMPLE_TIME);
const period = { from: LAST - 89 * DAY_MS, to: LAST };
const BERLIN = dayBounds("Europe/Berlin", LAST - DAY_MS, LAST);
const DELHI = dayBounds("Asia/Kolkata", LAST - 3 * DAY_MS, LAST);
/** Days that were 25 hours long are among them. */
const AUTUMN = dayBounds("Europe/Berlin", period.from, period.to);
const MODEL = { model: variedCall(3).model };
const DIMENSIONS: readonly SpendQuestion["dimensions"][] = [
  ["entity"],
  ["day"],
  ["day", "entity"],
  ["entity", "model"],
];
const TYPES: readonly EntityType[] = Object.values(ENTITY_KINDS).map(({ type }) => type);
const ofCall = variedCall(9);

/** The times of reports by payers of which no totals are kept together: the calls themselves are added up. */
const OF_CALLS = {
  from: LAST - 30 * DAY_MS,
  to: LAST,
  zoned: {
    bounds: Array.from({ length: 32 }, (_, at) => LAST + (at - 30) * DAY_MS),
    source: "calls",
  },
} as const;
const TEAM = { type: "team", id: ofCall.teamId ?? "" } as const;
const TAG = { type: "tag", id: variedCall(4).tags[0] ?? "" } as const;

/** A payer's bill by another kind of payer, as a chargeback asks for it; of one of both, and narrowed further. */
export const CHARGEBACK_QUESTIONS: readonly SpendQuestion[] = (
  [
    [{ entityType: "key", chargedTo: [TEAM] }, ["entity"]],
    [{ entityType: "tag", chargedTo: [TEAM] }, ["entity"]],
    [{ entityType: "end_user", chargedTo: [TEAM] }, ["day", "entity"]],
    [{ entityType: "issuer", chargedTo: [TEAM] }, ["entity"]],
    [{ entityType: "mcp_server", chargedTo: [TEAM] }, ["entity", "model"]],
    [{ entityType: "team", chargedTo: [TAG] }, ["entity", "model"]],
    [{ entityType: "tag", chargedTo: [TAG] }, ["entity"]],
    [{ entityType: "model", chargedTo: [{ type: "user", id: ofCall.userId ?? "" }] }, ["entity"]],
    [{ entityType: "user", chargedTo: [{ type: "organization", id: ofCall.teamOrganizationId ?? "" }] }, ["entity"]],
    [{ entityType: "key", chargedTo: [{ type: "team", id: variedCall(4).teamId ?? "" }, TAG] }, ["entity"]],
    [{ entityType: "all", chargedTo: [TEAM, { type: "key", id: ofCall.keyId ?? "" }] }, ["day", "provider"]],
    [{ entityType: "key", chargedTo: [TEAM], provider: "openai" }, ["entity"]],
    [{ entityType: "key", chargedTo: [{ type: "team", id: "nobody" }] }, ["entity"]],
  ] as const
).map(([filter, dimensions]) => ({ filter: { ...filter, ...OF_CALLS }, dimensions, limit: 10_000 }));

const SOUGHT = [ofCall.teamId, ofCall.userId, ofCall.keyId, ofCall.teamOrganizationId, variedCall(4).tags[0]].flatMap(
  (id) => id ?? [],
);

/**
 * Every kind of report: each kind of entity by each dimension, of one entity, and of the members of a team or a user.
 */
export const REPORT_QUESTIONS: readonly SpendQuestion[] = [
  ...CHARGEBACK_QUESTIONS,
  ...TYPES.flatMap((entityType) =>
    DIMENSIONS.map((dimensions) => ({ filter: { entityType, ...period }, dimensions, limit: 10_000 })),
  ),
  ...(
    [
      ["team", ofCall.teamId],
      ["user", ofCall.userId],
      ["organization", ofCall.teamOrganizationId],
      ["tag", variedCall(4).tags[0]],
      ["model", ofCall.requestedModel],
      ["issuer", ofCall.issuer],
      ["mcp_server", variedCall(2).mcpServer],
    ] as const
  ).map(([entityType, entityId]): SpendQuestion => ({
    filter: { entityType, entityId: entityId ?? "", ...period },
    dimensions: ["day", "provider"],
    limit: 10_000,
  })),
  ...[{ memberTeamId: ofCall.teamId ?? "" }, { memberUserId: ofCall.userId ?? "" }, {}].map(
    (members): SpendQuestion => ({
      filter: { entityType: "member", ...members, ...period },
      dimensions: ["memberTeam", "memberUser"],
      limit: 10_000,
    }),
  ),
  {
    filter: { entityType: "all", entityId: "", ...period, ...MODEL },
    dimensions: ["model", "provider"],
    limit: 10_000,
  },
  ...(
    [
      { entityType: "user", entityId: ofCall.userId ?? "" },
      { entityType: "team", entityId: ofCall.teamId ?? "" },
      { entityType: "key", entityId: ofCall.keyId ?? "" },
      { entityType: "end_user", entityId: variedCall(4).endUserId ?? "" },
      { entityType: "member", memberTeamId: ofCall.teamId ?? "" },
      { entityType: "member", memberUserId: ofCall.userId ?? "" },
    ] as const
  ).flatMap((payer) =>
    (
      [
        [["day", "entity"], AUTUMN],
        [["hour", "model"], AUTUMN],
        [["model", "provider"], AUTUMN],
        [["day"], AUTUMN.map((bound) => bound - 30 * 60_000)],
      ] as const
    ).map(([dimensions, bounds], at): SpendQuestion => ({
      filter: { ...payer, ...period, zoned: { bounds, source: at === 3 ? "calls" : "hours" } },
      dimensions,
      limit: 10_000,
    })),
  ),
  { filter: { entityType: "all", from: LAST + DAY_MS, to: LAST + 2 * DAY_MS }, dimensions: ["day"], limit: 10 },
  { filter: { entityType: "user", ...period }, dimensions: ["day", "entity"], limit: 7 },
  ...TYPES.map((entityType): SpendQuestion => ({
    filter: { entityType, ...period, entityIds: [...SOUGHT, "unknown"] },
    dimensions: ["entity"],
    limit: 3,
    measure: "calls",
  })),
  ...SPEND_MEASURES.flatMap((measure) =>
    TYPES.map((entityType): SpendQuestion => ({
      filter: { entityType, ...period },
      dimensions: ["entity"],
      limit: 3,
      measure,
    })),
  ),
  ...TYPES.flatMap((entityType) =>
    ([["entity"], ["day", "entity"], ["hour"], ["day", "model"]] as const).map((dimensions): SpendQuestion => ({
      filter: { entityType, ...period, zoned: { bounds: AUTUMN, source: "hours" } },
      dimensions,
      limit: 10_000,
    })),
  ),
  ...(["day", "entity"] as const).map((dimension): SpendQuestion => ({
    filter: { entityType: "tag", from: LAST - 3 * DAY_MS, to: LAST, zoned: { bounds: DELHI, source: "calls" } },
    dimensions: [dimension],
    limit: 10_000,
  })),
  {
    filter: { entityType: "team", ...period, zoned: { bounds: AUTUMN, source: "hours" } },
    dimensions: ["day", "entity"],
    limit: 7,
  },
  ...(["day", "hour"] as const).map((time): SpendQuestion => ({
    filter: { entityType: "team", from: LAST - DAY_MS, to: LAST, zoned: { bounds: BERLIN, source: "hours" } },
    dimensions: [time, "entity"],
    limit: 10_000,
  })),
];

/** The largest groups over time: of each kind of entity, by day and hour, of several dimensions, and with filters. */
export const LARGEST_QUESTIONS: readonly LargestQuestion[] = [
  ...TYPES.filter((type) => type !== "all" && type !== "member").flatMap((entityType, at): LargestQuestion[] => {
    const asked = { filter: { entityType, ...period }, whole: { entityType: "all", entityId: "", ...period } } as const;
    const measure = SPEND_MEASURES[at % SPEND_MEASURES.length] ?? "spend";
    const hours = { zoned: { bounds: AUTUMN, source: "hours" } } as const;
    const zoned = { filter: { ...asked.filter, ...hours }, whole: { ...asked.whole, ...hours } };
    return [
      { ...asked, dimensions: ["day", "entity"], measure: "spend", count: 3, hasRest: true, limit: 10_000 },
      { ...asked, dimensions: ["day", "entity", "model"], measure, count: 7, hasRest: false, limit: 10_000 },
      { ...zoned, dimensions: ["hour", "entity"], measure, count: 2, hasRest: true, limit: 10_000 },
      { ...zoned, dimensions: ["day", "entity"], measure, count: 100, hasRest: false, limit: 10_000 },
    ];
  }),
  {
    filter: { entityType: "member", ...period },
    whole: { entityType: "all", entityId: "", ...period },
    ...({
      dimensions: ["day", "memberTeam", "memberUser"],
      measure: "tokens",
      count: 4,
      hasRest: true,
      limit: 10_000,
    } as const),
  },
  {
    filter: { entityType: "member", memberTeamId: ofCall.teamId ?? "", ...period, ...MODEL },
    whole: { entityType: "team", entityId: ofCall.teamId ?? "", ...period, ...MODEL },
    ...({ dimensions: ["day", "memberUser"], measure: "calls", count: 1, hasRest: true, limit: 10_000 } as const),
  },
  {
    filter: { entityType: "all", entityId: "", ...period },
    whole: { entityType: "all", entityId: "", ...period },
    ...({
      dimensions: ["day", "model", "provider"],
      measure: "spend",
      count: 5,
      hasRest: false,
      limit: 10_000,
    } as const),
  },
  {
    filter: { entityType: "tag", from: LAST - 3 * DAY_MS, to: LAST, zoned: { bounds: DELHI, source: "calls" } },
    whole: {
      ...({ entityType: "all", entityId: "" } as const),
      ...({ from: LAST - 3 * DAY_MS, to: LAST, zoned: { bounds: DELHI, source: "calls" } } as const),
    },
    ...({ dimensions: ["day", "entity"], measure: "spend", count: 2, hasRest: false, limit: 10_000 } as const),
  },
  {
    filter: { entityType: "key", chargedTo: [TEAM], ...OF_CALLS },
    whole: { entityType: "all", chargedTo: [TEAM], ...OF_CALLS },
    ...({ dimensions: ["day", "entity"], measure: "spend", count: 2, hasRest: true, limit: 10_000 } as const),
  },
  {
    filter: { entityType: "user", from: LAST + DAY_MS, to: LAST + 2 * DAY_MS },
    whole: { entityType: "all", entityId: "", from: LAST + DAY_MS, to: LAST + 2 * DAY_MS },
    ...({ dimensions: ["day", "entity"], measure: "spend", count: 2, hasRest: true, limit: 10_000 } as const),
  },
];

/** Every filter of lists and exports, alone and some together. */
export const CALL_FILTERS: readonly (readonly CallFilter[])[] = [
  [{}],
  [{ callId: ofCall.callId }],
  [{ requestId: ofCall.requestId }],
  [{ upstreamRequestId: "up-8" }],
  [{ traceId: variedCall(5).traceId ?? "" }],
  [{ sessionId: variedCall(4).sessionId ?? "" }],
  [{ anyId: ofCall.requestId }],
  [{ keyId: ofCall.keyId ?? "" }],
  [{ userId: ofCall.userId ?? "" }],
  [{ teamId: ofCall.teamId ?? "" }],
  [{ organizationId: ofCall.teamOrganizationId ?? "" }],
  [{ endUserId: variedCall(4).endUserId ?? "" }],
  [{ tag: variedCall(4).tags[0] }],
  [{ issuer: ofCall.issuer ?? "" }],
  [{ requestedModel: ofCall.requestedModel }],
  [{ model: ofCall.model }],
  [{ model: "model-*\\*" }],
  [{ model: "*100%_*" }],
  [{ provider: "sample", deployment: "d1" }],
  [{ route: "/embeddings", status: "error" }],
  [{ priceState: "unpriced" }],
  [{ from: LAST - 40 * DAY_MS, until: LAST - 20 * DAY_MS }, { teamId: ofCall.teamId ?? "" }],
  [{ tag: "nobody" }],
];

/** Of each kind of payer a list, alone and with what else may select its calls. */
export const PAYER_FILTERS: readonly (readonly CallFilter[])[] = [
  [{ teamId: ofCall.teamId ?? "" }],
  [{ userId: ofCall.userId ?? "", status: "error" }],
  [{ keyId: ofCall.keyId ?? "" }, { priceState: "unpriced" }],
  [{ endUserId: variedCall(4).endUserId ?? "" }, { from: SAMPLE_TIME - 40.5 * DAY_MS, until: SAMPLE_TIME }],
  [{ teamId: ofCall.teamId ?? "", userId: ofCall.userId ?? "", model: "model-*" }],
  [{ teamId: variedCall(4).teamId ?? "", sessionId: variedCall(4).sessionId ?? "" }],
  [{ teamId: "nobody" }],
];

/** Every order of a list, and a page further on. */
export const CALL_PAGES: readonly CallPage[] = [
  ...CALL_SORTS.flatMap((sort) =>
    (["asc", "desc"] as const).map((order): CallPage => ({
      sort,
      order,
      from: { number: 1 },
      size: 20,
      isCounted: true,
    })),
  ),
  { sort: "started_at", order: "desc", from: { number: 3 }, size: 7, isCounted: true },
  { sort: "spend", order: "asc", from: { number: 2 }, size: 15, isCounted: false },
];
