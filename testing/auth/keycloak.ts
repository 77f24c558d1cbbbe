import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { requireKeycloak } from "@/scripts/setup/keycloak.mjs";
import { findFreePort } from "@/testing/database/free-port";

export interface Keycloak {
  readonly url: string;
  /** Calls the administration API with a path below `/admin/realms`; the parsed body. @throws Error if it is refused */
  administer(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Stops it from answering until `resume`. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

const ADMINISTRATOR = { username: "admin", password: "admin" };
/** A loaded machine needs minutes for the first start, which compiles the distribution. */
const READY_WITHIN_MS = 400_000;

/**
 * Starts a real Keycloak with a database in memory. The first start on a machine fetches it. @throws Error with its
 * output
 */
export async function startKeycloak(): Promise<Keycloak> {
  const folder = requireKeycloak();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const parameters = ["start-dev", "--db=dev-mem", "--cache=local", "--http-host=127.0.0.1", `--http-port=${port}`];
  const child = spawn("sh", [join(folder, "bin/kc.sh"), ...parameters], {
    env: {
      ...process.env,
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMINISTRATOR.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: ADMINISTRATOR.password,
      JAVA_OPTS_KC_HEAP: "-Xms64m -Xmx512m",
    },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own: the script starts Java as its child.
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const endGroup = (): void => {
    if (child.pid === undefined || child.exitCode !== null) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has just ended by itself.
    }
  };
  process.on("exit", endGroup);
  const closed = once(child, "close");

  async function administer(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${url}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${await administratorToken(url)}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Keycloak answered ${answer.status} to ${method} ${path}: ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  async function stop(): Promise<void> {
    process.off("exit", endGroup);
    endGroup();
    await closed;
  }

  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`Keycloak ended before it was ready: ${output}`);
    if (Date.now() > giveUpAt) {
      await stop();
      throw new Error(`Keycloak was not ready in time: ${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, name);
  };
  return { url, administer, pause: () => signal("SIGSTOP"), resume: () => signal("SIGCONT"), stop };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/realms/master`).catch(() => undefined);
  return answer?.ok === true;
}

/** A new token for each call, because it lives for a minute. */
async function administratorToken(url: string): Promise<string> {
  const answer = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "password", client_id: "admin-cli", ...ADMINISTRATOR }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return access_token;
}
