import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import type { Database } from "@/lib/store/database";
import { DAY_MS } from "@/lib/time/period";
import { type GatewayProcess, startGateway } from "@/testing/gateway/gateway-process";
import { sayer, withSpend } from "../spend/database";
import { type Answer, type AnswerFacts, type Ask, answers } from "./answers";
import { parentOf, processorTimeOfFamily } from "../floor/processor-time";
import { Fetches, medianTimes, type PageTimes } from "./page-times";
import { BUSY_USER, LARGE_TEAM, makeConsoleRows, makeTraffic, repeatRefusal } from "./rows";

const COMPANY = { teams: 5_000, users: 100_000, keys: 100_000, organizations: 200, endUsers: 50_000 };
/** The longest time until a page is interactive, and the longest answer of the API, in milliseconds. */
const MOST_PAGE_MS = 1_500;
const MOST_ANSWER_MS = 500;

const PAGES = [
  "/console",
  "/console/teams",
  "/console/users",
  "/console/organizations",
  "/console/end-users",
  "/console/keys",
  "/console/access",
  "/console/access?tab=matrix",
  "/console/explain",
  "/console/providers",
  "/console/models",
  "/console/credentials",
  "/console/prices",
  "/console/playground",
  "/console/spend",
  "/console/spend?by=user",
  "/console/spend?by=key",
  "/console/requests",
  "/console/requests?team_id=team-7",
  "/console/requests?chart=latency",
  "/console/teams?chart=latency",
  "/console/models?chart=calls",
  "/console/users?chart=spend",
  "/console/keys?chart=latency",
  "/console/dashboards",
  "/console/budgets",
  "/console/tools",
  "/console/alerts",
  "/console/refusals",
  "/console/refusals?hours=720",
  "/console/sessions",
  "/console/audit",
  "/console/settings",
  "/console/team?id=team-7",
  `/console/team?id=${LARGE_TEAM.id}`,
  "/console/user?id=user-7",
  `/console/user?id=${BUSY_USER.id}`,
  "/console/organization?id=organization-7",
  "/console/end-user?id=customer-77",
  "/console/key?id=key-7",
  "/console/model?id=model-3",
];

export interface ConsoleBenchOptions {
  /** The folder of the migrations. */
  readonly migrations: string;
  /** The path of Chromium, and its flags. */
  readonly browser: string;
  readonly flags: readonly string[];
}

/**
 * `npm run bench:console -- --calls 5_000_000 --entries 1_000`: fills a database with the calls of 100,000 users in
 * 5,000 teams and with what else pages show, asks all that pages ask, opens every page of the console in Chromium, and
 * prints the medians. `--data FOLDER` keeps the database there for the next time, `--only TEXT` takes the questions and
 * pages whose name or address contains it, `--part answers` or `--part pages` one of the two.
 */
export async function runConsoleBench(parameters: readonly string[], options: ConsoleBenchOptions): Promise<void> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      calls: { type: "string", default: "5000000" },
      entries: { type: "string", default: "1000" },
      rounds: { type: "string", default: "5" },
      data: { type: "string" },
      only: { type: "string", default: "" },
      part: { type: "string", default: "" },
    },
  });
  const numberOf = (text: string): number => Number(text.replaceAll("_", ""));
  const [calls, entries, rounds] = [numberOf(values.calls), numberOf(values.entries), numberOf(values.rounds)];
  if (!(calls > 0 && entries > 0 && rounds > 0)) throw new RangeError("Each option must be a number above zero");
  // Yesterday, because pages ask about the days before now.
  const lastDay = (Math.floor(Date.now() / DAY_MS) - 1) * DAY_MS;
  const bench = { calls, company: COMPANY, lastDay, migrations: options.migrations, data: values.data };
  await withSpend(bench, async (database, url) => {
    await makeConsoleRows(database, sayer());
    const environment = { DATABASE_URL: url, ...(values.part === "answers" && { GATEWAY_CONSOLE: "off" }) };
    const gateway = await startGateway({ environment, config: configuration(entries), audit: false });
    try {
      const selection = { only: values.only, rounds };
      const facts = await makeFacts(gateway, database);
      if (values.part !== "pages") await measureAnswers(gateway, facts, selection, await processorTimeOf(database));
      if (values.part !== "answers")
        await measurePages(gateway, [...PAGES, `/console/deployment?id=${facts.deployment}`], {
          ...options,
          ...selection,
        });
    } finally {
      await gateway.stop();
    }
  });
}

function configuration(entries: number): object {
  const upstream = { api_base: "http://127.0.0.1:9/v1", api_key: "none" };
  return {
    model_list: Array.from({ length: entries }, (_, index) => ({
      model_name: index % 3 === 0 ? `family-${index}/*` : `family-${index % 50}/model-${index}`,
      gateway_params: { model: `openai/model-${index}`, ...upstream },
    })),
  };
}

/**
 * Makes the refusals and the traffic. Only a running gateway can give an example of a refusal, so a call is refused
 * first.
 */
async function makeFacts(gateway: GatewayProcess, database: Database): Promise<AnswerFacts> {
  const refused = await send(gateway, BUSY_USER.secret, {
    path: "/v1/chat/completions",
    body: { model: "unknown", messages: [{ role: "user", content: "hello" }] },
  });
  const refusal = refused.headers.get("x-gateway-decision-id");
  if (refusal === null) throw new Error(`A call of an unknown model was not refused: ${refused.status}`);
  const listed = await send(gateway, gateway.masterKey, { path: "/model/info" });
  const { data }: { data: { id: string; model_name: string }[] } = await listed.json();
  // A refusal is written within seconds.
  while ((await database.pool.query("SELECT FROM refusals WHERE id = $1", [refusal])).rowCount === 0)
    await new Promise((resolve) => setTimeout(resolve, 200));
  await repeatRefusal(database, refusal);
  await makeTraffic(
    database,
    data.map(({ id }) => id),
  );
  return { now: Date.now(), models: data.map(({ model_name }) => model_name), deployment: data[0]?.id ?? "", refusal };
}

interface Selection {
  readonly only: string;
  readonly rounds: number;
}

function send(gateway: GatewayProcess, key: string, { path, body }: Ask): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return fetch(gateway.url + path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
}

/** Returns a function for the milliseconds of processor time that PostgreSQL has used so far. */
async function processorTimeOf({ pool }: Database): Promise<() => number> {
  const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const postmaster = parentOf(rows[0]?.pid ?? 0) ?? 0;
  return () => processorTimeOfFamily(postmaster) / 1000;
}

async function measureAnswers(
  gateway: GatewayProcess,
  facts: AnswerFacts,
  { only, rounds }: Selection,
  used: () => number,
): Promise<void> {
  const columns = ["median", "slowest", "PostgreSQL", "bytes"].map((name) => name.padStart(11));
  console.log(`\n${"answer".padEnd(50)}${columns.join("")}`);
  for (const answer of answers(facts).filter(({ name }) => name.includes(only))) {
    const before = used();
    const times = await timesOfAnswer(gateway, answer, rounds).catch((error: unknown) => String(error));
    const each = (used() - before) / (rounds + 1);
    if (typeof times === "string") {
      console.log(`${answer.name.padEnd(50)} ${times}  beyond`);
      continue;
    }
    const { median, slowest, bytes } = times;
    const beyond = median > MOST_ANSWER_MS ? "  beyond" : "";
    const numbers = [median, slowest, each].map((ms) => `${ms.toFixed(0).padStart(8)} ms`).join("");
    console.log(`${answer.name.padEnd(50)}${numbers}${bytes.toLocaleString("en").padStart(11)}${beyond}`);
  }
}

/** How long the questions of one part of a page take together. The first round does not count. */
async function timesOfAnswer(
  gateway: GatewayProcess,
  { name, asks, isOwn = false }: Answer,
  rounds: number,
): Promise<{ median: number; slowest: number; bytes: number }> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round <= rounds; round++) {
    const startedAt = performance.now();
    const texts = await Promise.all(
      asks.map(async (ask) => {
        const response = await send(gateway, isOwn ? BUSY_USER.secret : gateway.masterKey, ask);
        const text = await response.text();
        if (!response.ok) throw new Error(`${name}: ${response.status} ${text.slice(0, 300)}`);
        return text;
      }),
    );
    if (round > 0) times.push(performance.now() - startedAt);
    bytes = texts.reduce((sum, text) => sum + text.length, 0);
  }
  times.sort((one, other) => one - other);
  return { median: times[Math.floor(times.length / 2)] ?? 0, slowest: times.at(-1) ?? 0, bytes };
}

async function measurePages(
  gateway: GatewayProcess,
  addresses: readonly string[],
  { browser: executablePath, flags, only, rounds }: ConsoleBenchOptions & Selection,
): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: [...flags] });
  try {
    const context = await browser.newContext({ baseURL: gateway.url, viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const fetches = new Fetches(page);
    await signIn(page, gateway);
    console.log(`\n${"page".padEnd(42)} interactive  answers       bytes  slowest answer   shift`);
    for (const address of addresses.filter((one) => one.includes(only)))
      printTimes(address, await medianTimes(page, fetches, address, rounds));
  } finally {
    await browser.close();
  }
}

async function signIn(page: Page, gateway: GatewayProcess): Promise<void> {
  await page.goto("/console/sign-in");
  await page.getByLabel("Master key", { exact: true }).fill(gateway.masterKey);
  await page.getByRole("button", { name: "Sign in with the master key" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

function printTimes(address: string, { interactive, answers: asked, bytes, slowest, shift }: PageTimes): void {
  const beyond = interactive > MOST_PAGE_MS || slowest.ms > MOST_ANSWER_MS ? "  beyond" : "";
  console.log(
    `${address.padEnd(42)} ${interactive.toFixed(0).padStart(8)} ms ${String(asked).padStart(8)} ${bytes.toLocaleString("en").padStart(11)} ${slowest.ms.toFixed(0).padStart(8)} ms  ${shift.toFixed(3).padStart(7)}  ${slowest.path}${beyond}`,
  );
}
