import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { processorTimeOf } from "../floor/processor-time";
import { medianOf } from "../floor/verdict";

const TIMES = 10;
/** How often the gateway is asked whether it lives, in milliseconds. */
const PROBES_EACH_MS = 2;

/**
 * What changes and lists of entries take, by the clock and by the main thread's processor time, and how long a probe of
 * liveness has to wait beside them.
 */
export async function measureManagement({ url, pid, masterKey }: GatewayProcess): Promise<string[][]> {
  const headers = { authorization: `Bearer ${masterKey}`, "content-type": "application/json" };
  const read = (path: string) => async (): Promise<void> => {
    const response = await fetch(`${url}${path}`, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
  };
  let made = 0;
  const create = async (): Promise<void> => {
    const body = JSON.stringify({
      model_name: `made-${++made}`,
      gateway_params: { model: "openai/gpt-4o-mini", api_key: "none" },
    });
    const response = await fetch(`${url}/model/new`, { method: "POST", headers, body });
    if (!response.ok) throw new Error(`/model/new: ${response.status} ${await response.text()}`);
  };
  const rows: [string, () => Promise<void>, times?: number][] = [
    ["nothing", async () => new Promise((resolve) => setTimeout(resolve, 100))],
    ["/model/new, the first after a start", create, 1],
    ["/model/new", create],
    ["/model/info", read("/model/info")],
    ["/model_group/info", read("/model_group/info")],
    ["/v1/models?limit=100", read("/v1/models?limit=100")],
    ["/v1/models", read("/v1/models")],
  ];
  const measured: string[][] = [];
  for (const [name, act, count = TIMES] of rows) {
    const probe = startProbing(`${url}/health/liveliness`);
    const times: number[] = [];
    const before = processorTimeOf(pid).main;
    for (let time = 0; time < count; time++) {
      const startedAt = performance.now();
      await act();
      times.push(performance.now() - startedAt);
    }
    const main = (processorTimeOf(pid).main - before) / 1_000 / count;
    const figures = [medianOf(times), Math.max(...times), main, await probe()];
    measured.push([name, ...figures.map((figure) => figure.toFixed(1))]);
  }
  return [["with all entries", "median ms", "longest ms", "main thread ms", "longest probe ms"], ...measured];
}

/** Asks an address in turn. The returned function ends that, and says how long the longest answer took. */
function startProbing(address: string): () => Promise<number> {
  let isOver = false;
  let longest = 0;
  const done = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(address)).arrayBuffer();
      longest = Math.max(longest, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, PROBES_EACH_MS));
    }
  })();
  return async () => {
    isOver = true;
    await done;
    return longest;
  };
}
