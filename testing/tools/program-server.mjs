// A tool server that is a program, of the official library. With the argument `legacy` it speaks the older era alone.
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

process.stderr.write(`begun with ${process.env.TOKEN}\n`);
const object = (properties = {}) => fromJsonSchema({ type: "object", properties });
const text = (value) => ({ content: [{ type: "text", text: value }] });
if (process.argv[2] === "legacy") await makeServer().connect(new StdioServerTransport());
else serveStdio(makeServer);

function makeServer() {
  const server = new McpServer({ name: "program", version: "1.0.0" });
  server.registerTool("variables", { inputSchema: object() }, () => text(JSON.stringify(process.env)));
  server.registerTool("pid", { inputSchema: object() }, () => text(String(process.pid)));
  server.registerTool("end", { inputSchema: object() }, () => process.exit(3));
  server.registerTool("hang", { inputSchema: object() }, () => new Promise(() => {}));
  server.registerTool("echo", { inputSchema: object({ value: {} }) }, ({ value }) => text(JSON.stringify(value)));
  server.registerTool("steps", { inputSchema: object() }, async (_, { mcpReq }) => {
    for (const progress of [1, 2])
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken: mcpReq._meta?.progressToken, progress, total: 2 },
      });
    return text("done");
  });
  const more = server.registerTool("more", { inputSchema: object() }, () => text("more"));
  more.disable();
  server.registerTool("change", { inputSchema: object() }, () => {
    if (more.enabled) more.disable();
    else more.enable();
    return text("changed");
  });
  return server;
}
