import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MODEL_ROUTES } from "@/lib/providers/model-routes";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

let database: TestDatabase;
let gateway: InProcessGateway;
let upstream: LocalUpstream;
const warnings: unknown[] = [];
beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
  gateway = await startInProcessGateway(await database.createDatabase(), { config: {} });
  gateway.services.log.warn = (event, fields) => void (event === "call_unpriced" && warnings.push(fields?.["model"]));
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});
beforeEach(() => {
  upstream.requests.length = 0;
  warnings.length = 0;
});

type Policy = "allow" | "warn" | "refuse";
const PRICES = { input_cost_per_token: 0.001, output_cost_per_token: 0.002 };

let ids = 0;
function entry(
  model_name: string,
  { prices = {}, own, ...params }: { prices?: object; own?: Policy; weight?: number; model?: string } = {},
): object {
  return {
    model_name,
    gateway_params: {
      model: "local/nobody-knows-its-price",
      api_base: upstream.apiBase,
      api_key: "k",
      ...prices,
      ...params,
    },
    model_info: { id: `unpriced-${++ids}`, ...(own && { unpriced: own }) },
  };
}
function configure(unpriced: Policy, model_list: readonly object[], general: object = {}): Promise<void> {
  return gateway.configure({ config: { general_settings: { unpriced, ...general }, model_list } });
}

const BODIES: Readonly<Record<string, object>> = {
  "/chat/completions": { messages: [{ role: "user", content: "Hi." }] },
  "/completions": { prompt: "Hi." },
  "/embeddings": { input: "Hi." },
  "/responses": { input: "Hi." },
  "/moderations": { input: "Hi." },
  "/images/generations": { prompt: "Hi." },
  "/audio/speech": { input: "Hi.", voice: "v" },
  "/rerank": { query: "Hi.", documents: ["a"] },
  "/messages": { max_tokens: 5, messages: [{ role: "user", content: "Hi." }] },
};
function call(path: string, model = "m", more: object = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  if (BODIES[path])
    return gateway.send(`/v1${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ model, ...BODIES[path], ...more }),
    });
  const form = new FormData();
  form.set("model", model);
  form.set("prompt", "Hi.");
  form.set(path.startsWith("/images/") ? "image" : "file", new Blob(["bytes"]), "a");
  return gateway.send(`/v1${path}`, { method: "POST", headers, body: form });
}
const chat = (model = "m", more: object = {}): Promise<Response> => call("/chat/completions", model, more);
const ROUTES = [...MODEL_ROUTES.map(({ path }) => path), "/messages"];

describe("a model without a price", () => {
  test.each(ROUTES)(
    "a call of %s to an unpriced model is refused before anything goes upstream or is booked, if so configured",
    async (path) => {
      await configure("refuse", [entry("m")]);
      const {
        spend,
        database: { prisma },
      } = gateway.services;
      await spend.drained();
      const before = await prisma.call.count();
      const answer = await call(path);
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain("has no price yet");
      await spend.drained();
      expect([upstream.requests.length, spend.state.open, await prisma.call.count()]).toEqual([0, 0, before]);
    },
  );

  test.each(ROUTES)(
    "a call of %s to an unpriced model is served with a warning in the answer and the log, if so configured",
    async (path) => {
      await configure("allow", [entry("m", { own: "warn" })]);
      const answer = await call(path);
      expect([
        answer.status,
        answer.headers.get("x-gateway-price-state"),
        answer.headers.get("x-gateway-cost"),
      ]).toEqual([200, "unpriced", null]);
      await answer.text();
      expect(warnings).toEqual(["nobody-knows-its-price"]);
    },
  );

  test("a stream of an unpriced model carries the warning in its headers", async () => {
    await configure("warn", [entry("m")]);
    const answer = await chat("m", { stream: true });
    await answer.text();
    expect(answer.headers.get("x-gateway-price-state")).toBe("unpriced");
  });

  test("a call to an unpriced model is served without a warning by default", async () => {
    await configure("allow", [entry("m")]);
    const answer = await chat();
    expect([answer.status, answer.headers.get("x-gateway-price-state"), warnings]).toEqual([200, null, []]);
  });

  test("an entry's own setting refuses calls to an unpriced model, through a pattern too, while other entries are served", async () => {
    await configure("allow", [entry("dear/*", { model: "local/*", own: "refuse" }), entry("m")]);
    expect([(await chat("dear/x")).status, (await chat("m")).status]).toEqual([403, 200]);
  });

  test("an unpriced deployment is skipped for a priced one, in a group and among fallbacks", async () => {
    const priced = entry("m", { prices: PRICES, model: "local/status-500" });
    const fallbacks = { fallbacks: { m: ["unpriced", "priced"] }, num_retries: 0 };
    await configure(
      "refuse",
      [entry("m", { weight: 1_000_000 }), priced, entry("unpriced"), entry("priced", { prices: PRICES })],
      fallbacks,
    );
    const answer = await chat();
    expect([answer.status, answer.headers.get("x-gateway-fallback")]).toEqual([200, "priced"]);
    expect(upstream.requests.map(({ body }) => (body as { model: string }).model)).toEqual([
      "status-500",
      "nobody-knows-its-price",
    ]);
  });

  test("an explanation tells how missing prices affect the call, for each deployment", async () => {
    const explained = async (model: string): Promise<unknown[]> => {
      const asked = { token: gateway.masterKey, route: "/v1/chat/completions", model };
      const answer = await gateway.send("/auth/explain", {
        method: "POST",
        headers: { authorization: `Bearer ${gateway.masterKey}` },
        body: JSON.stringify(asked),
      });
      const { allow, code, checks } = (await answer.json()) as {
        allow: boolean;
        code: string | null;
        checks: { rule: string; outcome: string; because: string }[];
      };
      return [
        allow,
        code,
        ...checks.slice(-4).map(({ rule, outcome }) => `${rule} ${outcome}`),
        checks.at(-3)?.because,
      ];
    };
    const priced = entry("both", { prices: PRICES });
    await configure("refuse", [entry("m"), priced, entry("both"), entry("warned", { own: "warn" })]);
    expect(await explained("m")).toEqual([
      false,
      "model_unpriced",
      "deployment pass",
      "price fail",
      "budget not reached",
      "rate not reached",
      expect.stringContaining("has no price yet"),
    ]);
    expect(await explained("both")).toEqual([
      true,
      null,
      "deployment pass",
      "price pass",
      "budget skip",
      "rate skip",
      "Deployments without a price are skipped: 1 of 2.",
    ]);
    expect(await explained("warned")).toEqual([
      true,
      null,
      "deployment pass",
      "price pass",
      "budget skip",
      "rate skip",
      "At least one deployment has no price; the call is let through with a warning.",
    ]);
    expect(await explained("nothing")).toEqual([
      false,
      "model_not_found",
      "deployment fail",
      "price not reached",
      "budget not reached",
      "rate not reached",
      "",
    ]);
  });

  test("a model is served as soon as a price is added", async () => {
    await configure("refuse", [entry("m")]);
    expect((await chat()).status).toBe(403);
    const price = await gateway.send("/price/new", {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.masterKey}` },
      body: JSON.stringify({
        provider: "local",
        model: "nobody-knows-its-price",
        ...PRICES,
        effective_from: "2020-01-01",
      }),
    });
    expect(price.status).toBe(200);
    const answer = await chat();
    expect([answer.status, Number(answer.headers.get("x-gateway-cost")) > 0]).toEqual([200, true]);
  });
});
