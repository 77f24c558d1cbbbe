import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PeerOptions, PeerProgram } from "./peer";
import { pythonWith } from "./python";

const VERSION = "1.106.12";
const KEY = "sk-bench-0f2b7c1d9e";

/** LiteLLM's proxy from PyPI with its master key and without a database, so it verifies and books nothing. */
export async function prepareLitellm({ folder, port, upstream }: PeerOptions): Promise<PeerProgram> {
  const packages = pythonWith(`litellm-${VERSION}`, `litellm[proxy]==${VERSION}`);
  const file = join(folder, "config.json");
  const litellm_params = { model: "openai/local-small", api_base: `${upstream}/v1`, api_key: "none" };
  writeFileSync(
    file,
    JSON.stringify({
      model_list: [{ model_name: "bench", litellm_params }],
      general_settings: { master_key: KEY },
    }),
  );
  const run = "from litellm import run_server; run_server()";
  return {
    command: ["python3", "-c", run, "--config", file, "--host", "127.0.0.1", "--port", String(port)],
    environment: { PYTHONPATH: packages, LITELLM_LOG: "ERROR", LITELLM_LOCAL_MODEL_COST_MAP: "True" },
    headers: { authorization: `Bearer ${KEY}` },
    model: "bench",
  };
}
