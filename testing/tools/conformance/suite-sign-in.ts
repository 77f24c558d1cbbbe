import type { ClientProgram } from "@/scripts/setup/client-programs.mjs";
import { findFreePort } from "@/testing/database/free-port";
import { startBalancer } from "../balancer";
import { Browser, startSigningInNodes, TestApplication } from "../signing-in-nodes";
import { runSuite, type SuiteCheck } from "./run-suite";

/** The gateway as the authorization server of its tools, which stands before a provider. */
export interface SuiteSignIn {
  /** Runs the scenarios for authorization servers, with a user who allows what is asked and signs in. */
  run(suite: ClientProgram): Promise<readonly SuiteCheck[]>;
  stop(): Promise<void>;
}

/** Starts two nodes behind one address. */
export async function startSuiteSignIn(): Promise<SuiteSignIn> {
  const balancer = await startBalancer();
  const { address } = balancer;
  const at = await startSigningInNodes({}, address);
  balancer.nodes = at.nodes;
  await at.provider.addAccount({ username: "ada" });
  const signIn = async (page: string): Promise<void> => void (await fetch(await new Browser(at).allow(page, "ada")));
  return {
    async run(suite) {
      const port = String(await findFreePort());
      const { id } = await TestApplication.register(at, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
      const asked = ["--url", address, "--client-id", id, "--resource", `${address}/sums/mcp`, "--port", port];
      return runSuite(suite, ["authorization", ...asked], (line) => {
        if (line.startsWith(`${address}/authorize?`)) void signIn(line);
      });
    },
    async stop() {
      await balancer.stop();
      await at.stop();
    },
  };
}
