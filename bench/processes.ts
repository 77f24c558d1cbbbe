import { pathToFileURL } from "node:url";
import { bundleChild } from "@/testing/gateway/child-bundle";
import { type GatewayProcess, startGateway } from "@/testing/gateway/gateway-process";
import type { LoadTarget } from "./http-load";
import { createMetricsSwitch, METRICS_USES, type Observed, observedWholly } from "./observed";
import type { BenchOptions } from "./options";
import type { RunningPeer } from "./peers/peer";
import { startPeers } from "./peers/start-peers";
import { startProvider } from "./provider";
import type { Subject } from "./report";
import { startChild } from "./start-child";

/** What a run measures. */
export interface Measured {
  readonly subject: Subject;
  readonly pid: number;
  readonly target: LoadTarget;
  /** Called before each of its runs. */
  readonly prepare?: () => Promise<void>;
}

/** One gateway may be measured as several subjects, by turns. */
interface MeasuredGateway extends Pick<Measured, "subject" | "prepare"> {
  readonly gateway: GatewayProcess;
  /** Where it is asked; undefined: by chat, which the upstream speaks too. */
  readonly path?: string;
}

/** What calls and streams are measured by: the programs that send them and the processes that answer. */
export interface BenchProcesses {
  readonly upstream: { readonly url: string; readonly pid: number };
  readonly bare: { readonly url: string; readonly pid: number };
  readonly paced: { readonly url: string };
  readonly pacedBare: { readonly url: string };
  readonly load: { readonly path: string };
  readonly streamLoad: { readonly path: string };
  readonly authorization: string;
  readonly gateways: readonly MeasuredGateway[];
  readonly peers: readonly RunningPeer[];
}

type CleanUp = (() => unknown)[];

/** Starts everything that a run needs. */
export async function startProcesses(options: BenchOptions, cleanUp: CleanUp): Promise<BenchProcesses> {
  const bundle = async (path: string): Promise<{ readonly path: string }> => {
    const bundled = await bundleChild(path);
    cleanUp.push(() => bundled.remove());
    return bundled;
  };
  const upstream = await startChild("bench/upstream-process.ts", [], cleanUp);
  const bare = await startChild("bench/bare-proxy-process.ts", [upstream.url], cleanUp);
  const load = await bundle("bench/load-process.ts");
  const profiler = options.profile ? await bundle("bench/profile-preload.ts") : undefined;
  const paced = await startChild("bench/paced-upstream-process.ts", [], cleanUp);
  const most = String(Math.max(128, options.streams));
  const pacedBare = await startChild("bench/bare-proxy-process.ts", [paced.url, most], cleanUp);
  const streamLoad = await bundle("bench/stream-process.ts");
  const provider = await startProvider(cleanUp);
  const { token, keysUrl } = provider;
  const peers = options.peers ? await startPeers({ upstream: upstream.url, provider }, cleanUp) : [];
  const configured = (generalSettings?: object): object => configuration(upstream.url, paced.url, generalSettings);
  const start: Start = async (door, { root, generalSettings, environment } = {}) => {
    const gateway = await startGateway({
      door,
      config: configured(generalSettings),
      environment: {
        JWT_PUBLIC_KEY_URL: keysUrl,
        ...(!options.doors.includes(1) && { GATEWAY_CONSOLE: "off" }),
        ...(profiler && { NODE_OPTIONS: `--import=${pathToFileURL(profiler.path).href}` }),
        ...environment,
      },
      audit: false,
      ...(root && { root }),
    });
    cleanUp.push(() => gateway.stop());
    return gateway;
  };
  const gateways = await startGateways(options, start, configured, cleanUp);
  return { upstream, bare, paced, pacedBare, load, streamLoad, authorization: `Bearer ${token}`, gateways, peers };
}

type Start = (door: 1 | 2, more?: Partial<Observed> & { readonly root?: string }) => Promise<GatewayProcess>;

/** The gateways that the options name, each with what its runs are measured as. */
async function startGateways(
  options: BenchOptions,
  start: Start,
  configured: (generalSettings?: object) => object,
  cleanUp: CleanUp,
): Promise<MeasuredGateway[]> {
  const gateways: MeasuredGateway[] = [];
  for (const door of [...options.doors].reverse())
    gateways.push({ subject: `door ${door}`, gateway: await start(door) });
  for (const { subject, gateway } of [...gateways])
    if (subject === "door 2") gateways.push({ subject: "translated", gateway, path: "/v1/messages" });
  if (options.observed) {
    const metrics = await createMetricsSwitch(configured, cleanUp);
    const gateway = await start(2, metrics);
    for (const use of METRICS_USES)
      gateways.push({ subject: `metrics ${use}`, gateway, prepare: () => metrics.turn(use, gateway) });
    gateways.push({ subject: "observed", gateway: await start(2, await observedWholly(cleanUp)) });
  }
  if (options.beside !== undefined)
    gateways.push({ subject: "other checkout", gateway: await start(2, { root: options.beside }) });
  return gateways;
}

export function callSubjects(
  { upstream, bare, gateways, peers, authorization }: BenchProcesses,
  stream: boolean,
): Measured[] {
  return [
    { subject: "upstream", pid: upstream.pid, target: target(upstream.url, "local-small", stream) },
    { subject: "bare proxy", pid: bare.pid, target: target(bare.url, "local-small", stream) },
    ...gateways.map(({ gateway, path, ...measured }) => ({
      ...measured,
      pid: gateway.pid,
      target: target(gateway.url, "bench/gpt-4o-mini", stream, { authorization }, path),
    })),
    ...peers.map(({ name, pid, url, headers, model }) => ({
      subject: name,
      pid,
      target: target(url, model, stream, headers),
    })),
  ];
}

export function streamSubjects({ paced, pacedBare, gateways, authorization }: BenchProcesses): Omit<Measured, "pid">[] {
  const pacedTarget = (url: string, model: string, headers = {}, path?: string): LoadTarget =>
    target(url, `${model}${PACED}`, true, headers, path);
  return [
    { subject: "upstream", target: pacedTarget(paced.url, "") },
    { subject: "bare proxy", target: pacedTarget(pacedBare.url, "") },
    ...gateways.map(({ gateway, path, ...measured }) => ({
      ...measured,
      target: pacedTarget(gateway.url, "paced/", { authorization }, path),
    })),
  ];
}

function configuration(upstream: string, paced: string, generalSettings: object = {}): object {
  return {
    general_settings: {
      ...generalSettings,
      enable_jwt_auth: true,
      gateway_jwtauth: { user_id_jwt_field: "sub", user_id_upsert: true, team_id_upsert: true },
    },
    model_list: [
      { model_name: "bench/*", gateway_params: { model: "openai/*", api_base: `${upstream}/v1`, api_key: "none" } },
      { model_name: "paced/*", gateway_params: { model: "openai/*", api_base: `${paced}/v1`, api_key: "none" } },
      { model_name: "other/*", gateway_params: { model: "openai/*", api_base: `${upstream}/v1`, api_key: "none" } },
    ],
  };
}

/** A call with the same prompt for everything that is measured. Messages asks for a limit of tokens, too. */
function target(
  url: string,
  model: string,
  stream: boolean,
  headers: Record<string, string> = {},
  path = CHAT,
): LoadTarget {
  const { hostname, port } = new URL(url);
  const system = "You are a helpful assistant that answers briefly.";
  const user = { role: "user", content: "What is the capital of France, and how many people live there?" };
  const said =
    path === CHAT
      ? { messages: [{ role: "system", content: system }, user] }
      : { system, messages: [user], max_tokens: 1_000 };
  const body = JSON.stringify({ model, ...said, ...(stream && { stream: true }) });
  return { host: hostname, port: Number(port), path, headers, body };
}

const CHAT = "/v1/chat/completions";
/** Tokens of a measured stream, and milliseconds between them: some seconds during which all streams are open. */
export const TOKENS = 60;
const PACED = `tokens-${TOKENS},slow-50`;
