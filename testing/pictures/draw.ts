import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Locator, type Page } from "@playwright/test";
import { type LocalProvider, startProvider } from "@/local/provider/provider";
import { startUpstream } from "@/local/upstream/upstream";
import { startTestDatabase } from "@/testing/database/test-database";
import { startTestServer } from "@/testing/database/test-server";
import { type GatewayProcess, startGateway } from "@/testing/gateway/gateway-process";
import { fillHour } from "./hour";
import { fillMonth, TEAMS } from "./month";

const SIZE = { width: 1280, height: 900 };
const MOST_BYTES = 3 * 1024 * 1024;

export interface PictureOptions {
  /** The path of Chromium, and its flags. */
  readonly browser: string;
  readonly flags: readonly string[];
  /** The folder that the pictures are written to. */
  readonly folder: string;
}

/** One frame of the animated picture. */
interface Frame {
  readonly path: string;
  /** How long it is shown, in milliseconds. */
  readonly ms: number;
}

/**
 * Draws `overview.png`, `spend.png`, `models.png`, and `repair.webp`, which shows a refusal and its repair in 20
 * seconds.
 * @throws Error if a page does not show what it should, or the animated picture is larger than 3 MB
 */
export async function drawPictures({ browser: executablePath, flags, folder }: PictureOptions): Promise<void> {
  const server = await startTestServer();
  const database = await startTestDatabase(server.url);
  const upstream = await startUpstream();
  const provider = await startProvider();
  const environment = {
    DATABASE_URL: database.url,
    JWT_PUBLIC_KEY_URL: provider.discoveryUrl,
    JWT_AUDIENCE: provider.audience,
  };
  const gateway = await startGateway({ environment, config: configuration(upstream.apiBase), audit: false });
  const browser = await chromium.launch({ executablePath, args: [...flags] });
  const frames = mkdtempSync(join(tmpdir(), "pictures-"));
  try {
    await fillMonth(database.url, Date.now());
    await fillHour(database.url, Date.now(), await deploymentsOf(gateway));
    await listModels(gateway, provider);
    const calls = await callFromTeams(gateway);
    const context = await browser.newContext({ viewport: SIZE, baseURL: gateway.url, reducedMotion: "reduce" });
    const page = await context.newPage();
    await signIn(page, gateway);
    await keep(page, "/console", "Overview", join(folder, "overview.png"));
    await keep(page, "/console/spend", "Spend", join(folder, "spend.png"));
    await keep(page, "/console/models", "Models", join(folder, "models.png"));
    await animate(await drawRepair(page, frames, calls), join(folder, "repair.webp"));
  } finally {
    await browser.close();
    await gateway.stop();
    await upstream.stop();
    await provider.stop();
    await database.stop();
    await server.stop();
    rmSync(frames, { recursive: true, force: true });
  }
}

function configuration(apiBase: string): object {
  const entry = (name: string, model: string) => ({
    model_name: name,
    gateway_params: { model, api_base: apiBase, api_key: "local" },
    model_info: { input_cost_per_token: 0.000_002, output_cost_per_token: 0.000_008 },
  });
  return {
    general_settings: { enable_jwt_auth: true, gateway_jwtauth: { team_id_upsert: true } },
    model_list: [
      entry("gpt-4o", "openai/gpt-4o"),
      entry("openai/*", "openai/*"),
      entry("openai/gpt-4*", "openai/*"),
      entry("anthropic/claude-*", "openai/claude-*"),
      entry("house-model", "openai/local-small"),
    ],
  };
}

async function post(gateway: GatewayProcess, path: string, bearer: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  return fetch(gateway.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** The ids of the first deployments. */
async function deploymentsOf(gateway: GatewayProcess): Promise<string[]> {
  const answer = await fetch(`${gateway.url}/model/info`, {
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return data.slice(0, 4).map(({ id }) => id);
}

/** Lists models with a project's token. The gateway has the provider's keys afterwards. */
async function listModels(gateway: GatewayProcess, provider: LocalProvider): Promise<void> {
  const headers = { authorization: `Bearer ${await provider.projectToken()}` };
  const { status } = await fetch(`${gateway.url}/v1/models`, { headers });
  if (status !== 200) throw new Error(`The token of a project was answered with ${status}`);
}

/**
 * Makes the teams with a key each, and lets them call. Resolves to the id of the last decision that refused
 * search-relevance.
 */
async function callFromTeams(gateway: GatewayProcess): Promise<string> {
  let refused = "";
  for (const [index, [team]] of TEAMS.entries()) {
    const models = team === "search-relevance" ? ["house-model"] : [];
    await post(gateway, "/team/new", gateway.masterKey, { team_id: team, team_alias: team, models, max_budget: 2_000 });
    const made = await post(gateway, "/key/generate", gateway.masterKey, {
      team_id: team,
      key_alias: `${team} in production`,
    });
    const { key } = (await made.json()) as { key: string };
    const called = ["gpt-4o", "openai/gpt-4o-mini", "anthropic/claude-sonnet-4-5", "house-model"];
    for (let call = 0; call < 6 + 8 * (TEAMS.length - index); call++) {
      const model = called[(call + index) % called.length];
      const messages = [{ role: "user", content: "Where is my parcel?" }];
      const answer = await post(gateway, "/v1/chat/completions", key, { model, messages });
      await answer.arrayBuffer();
      if (answer.status === 403) refused = answer.headers.get("x-gateway-decision-id") ?? refused;
    }
  }
  return refused;
}

async function signIn(page: Page, gateway: GatewayProcess): Promise<void> {
  await page.goto("/console/sign-in");
  await page.getByLabel("Master key", { exact: true }).fill(gateway.masterKey);
  await page.getByRole("button", { name: "Sign in with the master key" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

async function keep(page: Page, address: string, heading: string, path: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  await settled(page);
  await page.screenshot({ path, animations: "disabled" });
}

/** Waits until a page has all that it asks for at first. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle").catch(() => {}); // Pages that refresh themselves are never idle.
  await page.waitForTimeout(1_000);
}

/** Draws the way from the list of refusals to the repair, with a ring around what is clicked next. */
async function drawRepair(page: Page, folder: string, decision: string): Promise<Frame[]> {
  const frames: Frame[] = [];
  async function show(ms: number): Promise<void> {
    const path = join(folder, `${frames.length}.png`);
    await page.screenshot({ path, animations: "disabled" });
    frames.push({ path, ms });
  }
  async function click(target: Locator, ms: number): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    await show(ms);
    const ring = await target.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const mark = document.createElement("div");
      mark.style.cssText = `position:fixed;left:${left - 5}px;top:${top - 5}px;width:${width + 10}px;height:${height + 10}px;border:3px solid #f59e0b;border-radius:10px;z-index:2147483647;pointer-events:none`;
      mark.id = "ring";
      document.body.append(mark);
      return mark.id;
    });
    await show(900);
    await page.evaluate((id) => document.getElementById(id)?.remove(), ring);
    await target.click();
    await settled(page);
  }

  await page.goto("/console/refusals");
  await settled(page);
  await show(2_700);
  await page.goto(`/console/explain?id=${decision}`);
  await settled(page);
  await click(page.getByRole("button", { name: "Ask again under today's rules" }), 3_000);
  await click(page.getByRole("button", { name: "What would change?" }).first(), 2_200);
  await click(page.getByRole("button", { name: /^Add .* to the team$/ }).first(), 3_000);
  await page.getByTestId("today").scrollIntoViewIfNeeded();
  await show(4_200);
  await page.goto("/console/refusals");
  await settled(page);
  await show(2_200);
  return frames;
}

/** Makes an animated picture with WebP's own program. */
async function animate(frames: readonly Frame[], path: string): Promise<void> {
  const parts = frames.flatMap((frame) => ["-d", String(frame.ms), "-lossy", "-q", "70", frame.path]);
  const { status, error, stderr } = spawnSync("img2webp", [...parts, "-o", path], { encoding: "utf8" });
  if (error) throw new Error("img2webp is missing (Debian: apt-get install webp)", { cause: error });
  if (status !== 0) throw new Error(`img2webp failed: ${stderr}`);
  const { size } = statSync(path);
  const seconds = frames.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  process.stdout.write(`${path}: ${frames.length} frames, ${seconds.toFixed(1)} s, ${(size / 1024).toFixed(0)} KiB\n`);
  if (size > MOST_BYTES) throw new Error(`${path} has more than 3 MB`);
}
