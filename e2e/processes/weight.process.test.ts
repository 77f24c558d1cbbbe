import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { listModules } from "@/testing/architecture/source-files";
import { signInToConsole } from "@/testing/auth/sign-in-to-console";
import { findFreePort } from "@/testing/database/free-port";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";

/** The most compressed script that a page of the console may need before it can be used, in kilobytes. */
const MOST_KB = 250;

/** The address of every page of the console. */
const PAGES = listModules(process.cwd(), "app/console", (path) => path.endsWith("/page.tsx")).map((path) =>
  path
    .replace(/^app/, "")
    .replace(/\/page\.tsx$/, "")
    .replace("/(admin)", "")
    .replace("/[[...page]]", "")
    .replace("[...unknown]", "nowhere"),
);

let provider: LocalProvider;
let gateway: GatewayProcess;
beforeAll(async () => {
  const port = await findFreePort();
  provider = await startProvider({ consoleRedirectUris: [`http://127.0.0.1:${port}/api/auth/callback/oidc`] });
  gateway = await startGateway({
    port,
    config: {
      general_settings: {
        enable_jwt_auth: true,
        gateway_jwtauth: { admin_jwt_scope: "gateway_proxy_admin", user_id_jwt_field: "sub", user_id_upsert: true },
      },
    },
    environment: {
      JWT_PUBLIC_KEY_URL: provider.jwksUrl,
      JWT_AUDIENCE: provider.audience,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.consoleClient.clientId,
      OIDC_CLIENT_SECRET: provider.consoleClient.clientSecret,
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await provider?.stop();
});

const weights = new Map<string, Promise<number>>();

/** The kilobytes of a script as it is sent to a browser. */
function weigh(script: string): Promise<number> {
  const known = weights.get(script);
  if (known) return known;
  const weight = fetch(new URL(script, gateway.url)).then(async (answer) => {
    expect(answer.status, script).toBe(200);
    return gzipSync(Buffer.from(await answer.arrayBuffer())).length / 1_000;
  });
  weights.set(script, weight);
  return weight;
}

/** A page, the kilobytes of the scripts that it names, and the five heaviest of these. */
async function weighPage(page: string, cookie: string): Promise<{ page: string; sum: number; heaviest: string[] }> {
  const answer = await fetch(gateway.url + page, { headers: { cookie }, redirect: "manual" });
  const html = await answer.text();
  // Only browsers without modules load what is marked so. The rest is named in elements, or in the tree of the page.
  const named = html.replaceAll(/<script[^>]*\bnomodule[^>]*>/gi, "").match(/\/_next\/static\/[^"'\\\s]+?\.js/g) ?? [];
  const scripts = await Promise.all([...new Set(named)].map(async (script) => ({ script, size: await weigh(script) })));
  scripts.sort((one, other) => other.size - one.size);
  return {
    page,
    sum: Math.round(scripts.reduce((sum, { size }) => sum + size, 0)),
    heaviest: scripts.slice(0, 5).map(({ script, size }) => `${Math.round(size)} kB ${script}`),
  };
}

test(`each page of the console loads at most ${MOST_KB} kB of compressed script before it can be used`, async () => {
  const cookie = await signInToConsole(gateway.url, "admin");
  const weighed = [];
  for (const page of PAGES) weighed.push(await weighPage(page, cookie));
  expect(weighed.filter(({ sum }) => sum > MOST_KB)).toEqual([]);
  // Fewer pages, or pages lighter than the framework alone, would be other addresses or other HTML.
  expect(weighed.length).toBeGreaterThan(25);
  expect(weighed.filter(({ sum }) => sum < 100)).toEqual([]);
});

test(`the page of somebody who is not an administrator loads at most ${MOST_KB} kB`, async () => {
  const { sum, heaviest } = await weighPage("/console", await signInToConsole(gateway.url, "sam"));
  expect({ sum, heaviest, fits: sum > 100 && sum <= MOST_KB }).toMatchObject({ fits: true });
});
