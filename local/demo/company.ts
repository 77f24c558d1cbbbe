import type { SpendRecord } from "@/lib/calls/record";
import { DAY_MS } from "@/lib/time/period";
import { NO_USAGE } from "@/lib/usage";

/** A model of the company, as its entry in the configuration says it. */
export interface CompanyModel {
  readonly name: string;
  /** `<provider>/<model>` at the local upstream. */
  readonly upstream: string;
  /** Nano-dollars a token; undefined: nobody has given it a price. */
  readonly price: { readonly input: number; readonly output: number } | undefined;
  readonly firstTokenMs: number;
  readonly tokensPerSecond: number;
}

/** The id of a model's entry. */
export const entryIdOf = ({ name }: CompanyModel): string => `demo-${name}`;

const GPT: CompanyModel = {
  name: "gpt-4o",
  upstream: "openai/gpt-4o",
  price: { input: 2_500, output: 10_000 },
  firstTokenMs: 420,
  tokensPerSecond: 85,
};
const MINI: CompanyModel = {
  name: "gpt-4o-mini",
  upstream: "openai/gpt-4o-mini",
  price: { input: 150, output: 600 },
  firstTokenMs: 310,
  tokensPerSecond: 130,
};
const CLAUDE: CompanyModel = {
  name: "claude-sonnet",
  upstream: "openai/claude-sonnet-4-5",
  price: { input: 3_000, output: 15_000 },
  firstTokenMs: 610,
  tokensPerSecond: 70,
};
const MISTRAL: CompanyModel = {
  name: "mistral-large",
  upstream: "openai/mistral-large-latest",
  price: { input: 2_000, output: 6_000 },
  firstTokenMs: 520,
  tokensPerSecond: 60,
};
const IN_HOUSE: CompanyModel = {
  name: "in-house-7b",
  upstream: "openai/in-house-7b",
  price: undefined,
  firstTokenMs: 180,
  tokensPerSecond: 40,
};

export const COMPANY_MODELS: readonly CompanyModel[] = [GPT, MINI, CLAUDE, MISTRAL, IN_HOUSE];

/** A team of the company. */
export interface CompanyTeam {
  readonly id: string;
  readonly alias: string;
  readonly people: readonly string[];
  readonly models: readonly CompanyModel[];
  /** Calls on a working day. */
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Calls at night and on Sundays too. */
  readonly isMachine?: boolean;
  /** How much more it calls on the last day than on the first, as a factor. */
  readonly growth?: number;
}

export const COMPANY_TEAMS: readonly CompanyTeam[] = [
  team("search", "Product search", ["ines", "omar"], [MINI, GPT], 56, 9_500, 780, { isMachine: true, growth: 1.8 }),
  team("fraud", "Fraud detection", ["mei"], [CLAUDE, MINI], 32, 21_000, 540, { isMachine: true }),
  team("support-desk", "Support desk", ["lena", "jonas", "aisha"], [GPT, MISTRAL], 40, 5_500, 1_260),
  team("legal", "Legal", ["clara"], [CLAUDE], 12, 47_500, 2_700),
  team("marketing", "Marketing", ["tom", "zoe"], [GPT, MISTRAL], 18, 3_500, 2_550),
  team("data-science", "Data science", ["raj", "eva"], [IN_HOUSE, CLAUDE, GPT], 28, 15_500, 1_800, { growth: 1.4 }),
  team("mobile-app", "Mobile app", ["noor"], [MINI], 36, 3_000, 450, { isMachine: true, growth: 2.2 }),
  team("hr-portal", "HR portal", ["paul"], [MINI, MISTRAL], 8, 7_000, 900),
];

function team(
  id: string,
  alias: string,
  people: readonly string[],
  models: readonly CompanyModel[],
  calls: number,
  promptTokens: number,
  completionTokens: number,
  { isMachine = false, growth = 1 }: { isMachine?: boolean; growth?: number } = {},
): CompanyTeam {
  return { id, alias, people, models, calls, promptTokens, completionTokens, isMachine, growth };
}

/** How many days the company has used the gateway, today included. */
export const COMPANY_DAYS = 30;
/** When mistral-large failed: this many days ago, or on the Friday before, for four hours from this hour on (UTC). */
const BAD_DAY = 12;
const BAD_HOUR = 8;
const BAD_HOURS = 4;
const SUNDAY = 0;
const SATURDAY = 6;

/** How many days ago mistral-large failed. */
export function badDayBefore(now: number): number {
  const weekday = new Date(now - BAD_DAY * DAY_MS).getUTCDay();
  return BAD_DAY + (weekday === SATURDAY ? 1 : weekday === SUNDAY ? 2 : 0);
}

/**
 * The calls of the company's month, oldest first: the same each time, but that the dates are relative to `now`
 * (milliseconds since the epoch). `keyOf`: the id of a team's key. None is in the last ten minutes.
 */
export function companyMonth(now: number, keyOf: (teamId: string) => string): SpendRecord[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const last = now - 10 * 60_000;
  const badDay = badDayBefore(now);
  const calls: SpendRecord[] = [];
  for (let ago = COMPANY_DAYS - 1; ago >= 0; ago--) {
    const day = today - ago * DAY_MS;
    COMPANY_TEAMS.forEach((each, index) => {
      const random = randomOf(ago * 100 + index);
      const count = Math.round(callsOn(each, new Date(day).getUTCDay(), ago) * (0.85 + 0.3 * random()));
      for (let at = 0; at < count; at++) {
        const call = callOf(each, {
          day,
          isBad: ago === badDay,
          random,
          id: `demo-${ago}-${each.id}-${at}`,
          keyId: keyOf(each.id),
        });
        if (call.startedAt < last) calls.push(call);
      }
    });
  }
  return calls.toSorted((one, other) => one.startedAt - other.startedAt);
}

/** What a team calls on a day, before chance: machines have weekends too, people hardly work on them. */
function callsOn({ calls, isMachine = false, growth = 1 }: CompanyTeam, weekday: number, ago: number): number {
  const grown = calls * (1 + (growth - 1) * (1 - ago / (COMPANY_DAYS - 1)));
  if (weekday === SUNDAY) return grown * (isMachine ? 0.6 : 0.05);
  return weekday === SATURDAY ? grown * (isMachine ? 0.7 : 0.1) : grown;
}

function callOf(
  { id: teamId, people, models, promptTokens, completionTokens, isMachine = false }: CompanyTeam,
  { day, isBad, random, id, keyId }: { day: number; isBad: boolean; random: () => number; id: string; keyId: string },
): SpendRecord {
  // The first model is the usual one.
  const model = models[Math.floor(random() ** 2 * models.length)] ?? MINI;
  const hour = isMachine ? random() * 24 : 8 + 5 * (random() + random());
  const startedAt = Math.floor(day + hour * 3_600_000);
  const isDown = model === MISTRAL && isBad && hour >= BAD_HOUR && hour < BAD_HOUR + BAD_HOURS;
  const isFailed = (isDown && random() < 0.4) || random() < 0.004;
  // A model that fails has fallen back to gpt-4o.
  const served = isDown && !isFailed ? GPT : model;
  const prompt = Math.round(promptTokens * (0.4 + 1.2 * random()));
  const completion = isFailed ? 0 : Math.round(completionTokens * (0.3 + 1.4 * random()));
  const firstTokenMs = Math.round(served.firstTokenMs * (0.7 + 0.9 * random()));
  const durationMs = isFailed ? 900 : firstTokenMs + Math.round((completion / served.tokensPerSecond) * 1_000);
  const slash = served.upstream.indexOf("/");
  return {
    callId: id,
    requestId: id,
    startedAt,
    route: "/chat/completions",
    requestedModel: model.name,
    model: served.upstream.slice(slash + 1),
    provider: served.upstream.slice(0, slash),
    deployment: entryIdOf(served),
    keyId,
    userId: people[Math.floor(random() * people.length)] ?? null,
    teamId,
    organizationId: null,
    teamOrganizationId: null,
    endUserId: null,
    tags: isMachine ? ["production"] : [],
    traceId: null,
    sessionId: null,
    mcpServer: null,
    mcpTool: null,
    content: null,
    decisionMs: null,
    issuer: null,
    endUserSigned: false,
    estimatedPromptTokens: prompt,
    status: isFailed ? "error" : "success",
    httpStatus: isFailed ? 502 : 200,
    attempts: isDown ? 2 : 1,
    tried: isDown
      ? [{ deployment: entryIdOf(MISTRAL), provider: "openai", model: "mistral-large-latest", failure: "503" }]
      : [],
    durationMs,
    upstreamMs: durationMs - 3,
    firstTokenMs: isFailed ? null : firstTokenMs,
    upstreamRequestId: null,
    usage: isFailed ? NO_USAGE : { ...NO_USAGE, promptTokens: prompt, completionTokens: completion },
    spendNano: isFailed ? 0n : priceOf(served, prompt, completion),
    priceState: served.price ? "priced" : "unpriced",
    priceVersion: served.price ? "config:1" : null,
  };
}

function priceOf({ price }: CompanyModel, prompt: number, completion: number): bigint {
  return price ? BigInt(prompt) * BigInt(price.input) + BigInt(completion) * BigInt(price.output) : 0n;
}

/** Numbers from 0 to below 1, always the same for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = (seed + 1) * 0x9e37_79b9;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
