import { expect, test } from "vitest";
import type { ToolServerView } from "@/lib/wire/tools/tool-server";
import { serverAddress, spokenOver } from "./server-address";

const server = (more: object): ToolServerView => ({ transport: "http", url: "", ...more }) as ToolServerView;

test("a server is shown by its address, and a program by its path", () => {
  expect(serverAddress(server({ url: "https://a.example/mcp" }))).toBe("https://a.example/mcp");
  const program = server({ transport: "stdio", command: "/usr/bin/files" });
  expect(serverAddress(program)).toBe("/usr/bin/files");
  expect([spokenOver(program), spokenOver(server({}))]).toEqual(["over its input and output", "over HTTP"]);
});
