import { createInterface } from "node:readline";
import { agentsClients } from "./agents.mjs";
import { anthropicClients } from "./anthropic.mjs";
import { frameworkClients } from "./frameworks.mjs";
import { googleClients } from "./google.mjs";
import { oldClients } from "./of-2024/clients.mjs";
import { openaiClients } from "./openai.mjs";
import { portkeyClients } from "./portkey.mjs";
import { vercelClients } from "./vercel.mjs";

// Reads where the gateway is, and prints for every client, upstream and flow what the client saw, one JSON a line.
const [line] = await Array.fromAsync(createInterface({ input: process.stdin }));
const world = JSON.parse(line);
const clients = [
  ...openaiClients(world),
  ...portkeyClients(world),
  ...anthropicClients(world),
  ...googleClients(world),
  ...vercelClients(world),
  ...frameworkClients(world),
  ...agentsClients(world),
  ...oldClients(world),
].filter(({ name }) => world.only === undefined || name.includes(world.only));

await Promise.all(
  clients.map(async ({ name, flows }) => {
    for (const [upstream, models] of Object.entries(world.upstreams))
      for (const [flow, ask] of Object.entries(flows)) {
        let saw;
        try {
          saw = await within(ask(modelOf(models, flow, name)));
        } catch (error) {
          saw = { thrown: `${error?.name}: ${error?.message}`.slice(0, 2_000) };
        }
        process.stdout.write(`${JSON.stringify({ client: name, upstream, flow, saw })}\n`);
      }
  }),
);
// Some of them keep connections, or timers for what they would report.
process.exit(0);

/** The client's name is in the model where the test asks how often it called. */
function modelOf(models, flow, client) {
  if (flow === "retries") return `${models.retries},by-${client}`;
  return flow.startsWith("leave") ? `${models.leave},by-leaving-${client}` : (models[flow] ?? models.text);
}

/** Far more than a flow needs, so that one that hangs is named. */
function within(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("did not end within 30 s")), 30_000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
