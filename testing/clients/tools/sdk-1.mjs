/** Uses each tool server that a line names by the library of the older era, and prints what it saw. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { text } from "node:stream/consumers";

const [, , packages] = process.argv;
const part = (path) => import(pathToFileURL(join(packages, "@modelcontextprotocol/sdk/dist/esm/client", path)).href);
const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
  part("index.js"),
  part("streamableHttp.js"),
]);

const { key, servers } = JSON.parse(await text(process.stdin));
const requestInit = { headers: { authorization: `Bearer ${key}` } };

async function seenOf(server) {
  const client = new Client({ name: "sdk-1", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  try {
    const { tools } = await client.listTools();
    const total = await client.callTool({ name: server.add, arguments: { a: 2, b: 3 } });
    const failed = server.fail ? await client.callTool({ name: server.fail, arguments: {} }) : undefined;
    const steps = [];
    const onprogress = ({ progress }) => steps.push(progress);
    await client.callTool({ name: server.steps, arguments: server.stepsArguments }, undefined, { onprogress });
    return {
      lists: tools.some(({ name }) => name === server.add),
      sum: total.content.map((block) => block.text ?? "").join(""),
      fails: failed ? failed.isError === true : null,
      steps,
      prompts: (await client.listPrompts()).prompts.length,
      resources: (await client.listResources()).resources.length,
    };
  } finally {
    await client.close();
  }
}

for (const server of servers) {
  const saw = await seenOf(server).catch((error) => ({ error: String(error).slice(0, 500) }));
  process.stdout.write(`${JSON.stringify({ client: "sdk-1", server: server.name, saw })}\n`);
}
