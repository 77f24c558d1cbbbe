import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { DEMO_MASTER_KEY, demoConfiguration, demoEnvironment } from "./demo-settings";
import { playStory, StoryError } from "./demo-story";
import { bold, faint, red, say } from "./demo-terminal";
import { fillMonth } from "./fill-month";
import { type Breaking, makeBreakable, startLiveTraffic } from "./live-traffic";
import { startGateway, type GatewayProcess } from "../../testing/gateway/gateway-process";
import { startProvider, type LocalProvider } from "../provider/provider";
import { startUpstream } from "../upstream/upstream";

const stops: (() => Promise<unknown>)[] = [];
let ending = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(0, "\nStopping…"));

try {
  await run();
} catch (error) {
  if (!ending)
    await end(
      1,
      red(
        `\nThe demonstration failed: ${error instanceof StoryError ? error.message : String(error instanceof Error ? error.stack : error)}`,
      ),
    );
}

async function run(): Promise<void> {
  const port = await choosePort();
  const url = `http://127.0.0.1:${port}`;
  const provider = await started(startProvider({ consoleRedirectUris: [`${url}/api/auth/callback/oidc`] }));
  const upstream = await started(startUpstream({ behaviour: { tokenDelay: process.stdout.isTTY ? 40 : 5 } }));
  const gateway = await started(
    startGateway({
      port,
      config: demoConfiguration(upstream),
      environment: { ...demoEnvironment(provider), NEXTAUTH_URL: url },
      audit: false,
    }),
  );
  void gateway.exited.then((code) =>
    end(1, red(`\nThe gateway ended unexpectedly (${code}). The end of its output:\n${gateway.output.slice(-4_000)}`)),
  );

  say(bold("Model Gateway: a demonstration. Everything runs on this machine and leaves nothing behind."));
  say(`    gateway          ${gateway.url}`);
  say(`    OpenID provider  ${provider.issuer}`);
  say(`    upstream         ${upstream.apiBase}`);
  say(faint(`    MASTER_KEY=${DEMO_MASTER_KEY}`));

  await addUser(gateway, provider);
  const isFast = process.argv.includes("--fast");
  const key = isFast ? undefined : await tellOfMonth(gateway);
  await playStory(gateway, provider);
  if (!ending) tellHowToLogIn(gateway, provider);
  if (!ending && key !== undefined) {
    tellWhatToTry(gateway, makeBreakable(upstream));
    const traffic = startLiveTraffic(gateway.url, key);
    stops.unshift(() => traffic.stop());
  }
  if (!ending) say(`\nPress Ctrl-C to stop everything.`);
}

/** Creates the ordinary user in the gateway, so that the console has something to show to them. */
async function addUser({ url, masterKey }: GatewayProcess, { user }: LocalProvider): Promise<void> {
  const answer = await fetch(`${url}/user/new`, {
    method: "POST",
    headers: { authorization: `Bearer ${masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ user_id: user.subject, user_email: user.claims["email"], max_budget: 5 }),
  });
  if (answer.status !== 200) throw new StoryError(`/user/new answered ${answer.status}`);
}

function tellHowToLogIn(gateway: GatewayProcess, { administrator, user }: LocalProvider): void {
  say(`\n${bold("The console is open:")} ${gateway.url}`);
  say(
    `    log in with the provider    user ${administrator.username}, password ${administrator.password}   (administrator)`,
  );
  say(
    `                                user ${user.username}, password ${user.password}       (ordinary user: sees only their own)`,
  );
  say(`    or with the master key      ${DEMO_MASTER_KEY}`);
}

/**
 * Fills the month of a company, so that the console has something to show, and returns the key of a team that goes on
 * calling. `--fast` leaves it out.
 */
async function tellOfMonth(gateway: GatewayProcess): Promise<string> {
  say(faint("\nFilling a month of a company with eight teams…"));
  const startedAt = performance.now();
  const { calls, dollars, key } = await fillMonth(gateway, (part) => say(`    ${part}`));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  say(
    `    ${calls.toLocaleString("en")} calls of the last 30 days, $${dollars.toFixed(2)}, booked as every call is, in ${seconds} s`,
  );
  return key;
}

function tellWhatToTry({ url }: GatewayProcess, { breakAt, mendAt }: Breaking): void {
  say(`\n${bold("Three things to try:")}`);
  say(`    repair a refusal in three clicks      ${url}/console/refusals`);
  say(`    find what a team spends its money on  ${url}/console/spend?team_id=support-desk`);
  say(`    break a model, and watch              curl ${breakAt}   then ${url}/console`);
  say(faint(`                                          curl ${mendAt}    mends it`));
}

/** PORT, or else 4000, if that port is free; otherwise any free port. */
async function choosePort(): Promise<number> {
  const wanted = Number(process.env.PORT?.trim() || 4000);
  const port = await tryPort(wanted);
  if (port !== undefined) return port;
  const other = (await tryPort(0)) ?? 0;
  say(`Port ${wanted} is in use; the demonstration uses ${other}.`);
  return other;
}

async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  } catch {
    return undefined;
  } finally {
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  }
}

async function started<Part extends { stop(): Promise<unknown> }>(starting: Promise<Part>): Promise<Part> {
  // A signal may come while a part is starting. The part is then stopped as soon as it has started.
  stops.unshift(() =>
    starting.then(
      (part) => part.stop(),
      () => {},
    ),
  );
  return starting;
}

/** Stops everything that was started, in reverse, and ends the process. Only the first call counts. */
async function end(code: number, message: string): Promise<void> {
  if (ending) return;
  ending = true;
  say(message);
  for (const stop of stops) await stop();
  process.exit(code);
}
