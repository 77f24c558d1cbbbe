import { expect, test } from "vitest";
import type { ToolServerView } from "@/lib/wire/tools/tool-server";
import { serverAddress, spokenOver } from "./server-address";

const server = (more: object): ToolServerView => ({ transport: "http", url: "", ...more }) as ToolServerView;

test("a server is shown by its address, and a program by the line that runs it", () => {
  expect(serverAddress(server({ url: "https://a.example/mcp" }))).toBe("https://a.example/mcp");
  const program = server({ transport: "stdio", command: "/usr/bin/files", args: ["/srv/documents"] });
  expect(serverAddress(program)).toBe("/usr/bin/files /srv/documents");
  expect([spokenOver(program), spokenOver(server({}))]).toEqual(["over its input and output", "over HTTP"]);
});
