import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { findFreePort } from "@/testing/database/free-port";

let demo: ChildProcess | undefined;
afterEach(async () => {
  if (demo && demo.exitCode === null && demo.signalCode === null) {
    demo.kill("SIGTERM");
    await once(demo, "close");
  }
});

/** Starts the demonstration as npm does and waits for a string. */
function startDemo(port: number, ...options: string[]) {
  const child = spawn(process.execPath, ["scripts/demo.mjs", ...options], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  demo = child;
  let output = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += String(chunk);
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string);
  return {
    child,
    ended,
    output: () => output,
    printed: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const check = () => output.includes(text) && resolve();
        listeners.add(check);
        check();
        void ended.then((code) =>
          reject(new Error(`The demonstration ended (${code}) before it printed "${text}":\n${output}`)),
        );
      }),
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** What the gateway tells the ordinary user of the demonstration about themselves. */
async function askAsUser(gateway: string, provider: string): Promise<unknown> {
  const { access_token: token } = await (
    await fetch(`${provider}/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "password",
        client_id: "gateway-cli",
        client_secret: "gateway-cli-secret",
        username: "sam",
        password: "sam",
        scope: "openid",
      }),
    })
  ).json();
  return (await fetch(`${gateway}/user/info`, { headers: { authorization: `Bearer ${token}` } })).json();
}

describe("npm run demo", () => {
  test("npm run demo tells what it takes without starting anything, and refuses what it does not know", () => {
    const ask = (option: string) => spawnSync(process.execPath, ["scripts/demo.mjs", option], { encoding: "utf8" });
    expect(ask("--help")).toMatchObject({
      status: 0,
      stdout: "",
      stderr: expect.stringMatching(/^Usage: npm run demo/),
    });
    expect(ask("--quick")).toMatchObject({ status: 2, stderr: expect.stringMatching(/^There is no option --quick\./) });
  });

  test("npm run demo plays its story, prints the console's address and the login, and stops everything at Ctrl-C", async () => {
    const port = await findFreePort();
    const { child, ended, output, printed } = startDemo(port);
    await printed("Press Ctrl-C to stop everything.");
    expect(output()).toContain("8 teams with people and keys");
    expect(output()).toMatch(/\d,\d{3} calls of the last 30 days, \$\d+\.\d\d, booked as every call is/);
    expect(output()).toContain(`http://127.0.0.1:${port}/console/spend?team_id=support-desk`);
    expect(output()).toContain("✓ 403 team_blocked");
    expect(output()).toMatch(/✓ the team has spent \$0\.000\d+, the sum of its 4 calls/);
    expect(output()).toContain(`The console is open: http://127.0.0.1:${port}`);
    expect(output()).toContain("user admin, password admin");
    const urls = [...output().matchAll(/(?:gateway|provider|upstream) +(http:\/\/127\.0\.0\.1:\d+)/g)].map(
      (match) => match[1]!,
    );
    expect(urls).toHaveLength(3);
    expect(await Promise.all(urls.map(answers))).toEqual([true, true, true]);
    expect(await askAsUser(urls[0]!, urls[1]!)).toMatchObject({ user_email: "sam@example.com" });

    const [, upstream] = /curl (http:\/\/127\.0\.0\.1:\d+)\/break/.exec(output()) ?? [];
    const broken = await fetch(`${upstream}/break`);
    expect(await broken.json()).toEqual({ model: "mistral-large", broken: true });

    child.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(await Promise.all(urls.map(answers))).toEqual([false, false, false]);
  });

  test("npm run demo finds another port when its own is in use, and says so", async () => {
    const occupant = createServer().listen(0, "127.0.0.1");
    await once(occupant, "listening");
    const { port } = occupant.address() as AddressInfo;
    try {
      const { child, ended, output, printed } = startDemo(port, "--fast");
      await printed("Press Ctrl-C to stop everything.");
      expect(output()).toContain(`Port ${port} is in use`);
      expect(output()).not.toContain("calls of the last 30 days");
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
    } finally {
      occupant.close();
    }
  });
});
