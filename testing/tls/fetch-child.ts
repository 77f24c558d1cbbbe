import { copyFileSync } from "node:fs";
import { once } from "node:events";
import { get, type RequestOptions } from "node:https";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { proxyFor, proxySettingsFrom } from "@/lib/config/proxy-settings";
import { Secret } from "@/lib/config/secret";
import { createUpstreams } from "@/lib/upstream/pools";
import { proxyAgent } from "@/lib/upstream/proxy-agent";

/** The order that the child gets as JSON in its argument. */
export interface ChildOrder {
  readonly url: string;
  /** Whether it uses an agent of node:https, as libraries do. */
  readonly asLibrary?: boolean;
  readonly certificate?: string;
  readonly key?: string;
  /** Files to copy, from and to, before the address is requested a second time. */
  readonly renewed?: readonly (readonly [string, string])[];
}

/**
 * Requests an address as the gateway requests upstreams, through the environment's proxies, and prints each answer or
 * fault.
 */
const { url, asLibrary, certificate, key, renewed } = JSON.parse(process.argv[2] ?? "") as ChildOrder;
const { origin, pathname } = new URL(url);
const proxies = proxySettingsFrom((name) => process.env[name]);
const upstreams = createUpstreams(undefined, (target) => proxyFor(target, proxies));
const shown = certificate && key ? { certificate: new Secret(certificate), key: new Secret(key) } : undefined;

async function ask(): Promise<void> {
  try {
    if (asLibrary) return console.log(await askAsLibrary());
    const { body } = await upstreams.pool(origin, 5_000, shown).request({ method: "GET", path: pathname });
    console.log(await body.text());
  } catch (error) {
    console.log(error instanceof Error && "code" in error ? error.code : String(error));
  }
}

async function askAsLibrary(): Promise<string> {
  const agent = proxyAgent("https:", (target) => proxyFor(target, proxies), 5_000);
  const outgoing = get(url, { agent } satisfies RequestOptions);
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  return text(answer);
}

await ask();
if (renewed) {
  for (const [from, to] of renewed) copyFileSync(from, to);
  await ask();
}
await upstreams.close();
