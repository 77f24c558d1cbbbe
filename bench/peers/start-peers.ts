import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "@/lib/error-message";
import { findFreePort } from "@/testing/database/free-port";
import { prepareEnvoy } from "./envoy";
import { prepareHaproxy } from "./haproxy";
import { prepareLitellm } from "./litellm";
import { PEERS, type PeerName, type PeerOptions, type PreparePeer, runPeer, type RunningPeer } from "./peer";
import { preparePortkey } from "./portkey";

const PREPARE = {
  HAProxy: prepareHaproxy,
  Envoy: prepareEnvoy,
  Portkey: preparePortkey,
  LiteLLM: prepareLitellm,
} satisfies Record<PeerName, PreparePeer>;

/** Starts the peers that can be had here, and says on stderr why the others cannot. They run until `cleanUp` is run. */
export async function startPeers(
  shared: Pick<PeerOptions, "upstream" | "provider">,
  cleanUp: (() => unknown)[],
): Promise<RunningPeer[]> {
  const running: RunningPeer[] = [];
  for (const name of PEERS) {
    const folder = mkdtempSync(join(tmpdir(), "bench-peer-"));
    cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
    try {
      const options = { ...shared, folder, port: await findFreePort() };
      running.push(await runPeer(name, await PREPARE[name](options), options, cleanUp));
    } catch (error) {
      process.stderr.write(`left out: ${name}: ${messageOf(error)}\n`);
    }
  }
  return running;
}
