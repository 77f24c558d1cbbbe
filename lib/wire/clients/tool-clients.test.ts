import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { TOOL_CLIENTS, toolAddress } from "./tool-clients";

const target = { address: "https://llm.example.com/ti.ck'ets/mcp", name: "ti.ck'ets" };
const linesOf = (id: string): string => TOOL_CLIENTS.find((client) => client.id === id)?.lines(target).text ?? "";

test("each client has the address, and the key by the name of its variable alone", () => {
  for (const { lines } of TOOL_CLIENTS) {
    const { text } = lines({ address: "https://llm.example.com/mcp", name: "gateway" });
    expect(text).toContain("https://llm.example.com/mcp");
    expect(text).toMatch(/GATEWAY_KEY|gateway-key/);
  }
});

test.each(["claude-code", "curl"])("a shell reads the lines of %s as they are meant", (id) => {
  const script = `claude() { printf '%s\\n' "$@"; }; curl() { printf '%s\\n' "$@"; }; GATEWAY_KEY=sk-1; ${linesOf(id)}`;
  const words = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\n");
  expect(words).toContain(target.address);
  expect(words).toContain("Authorization: Bearer sk-1");
});

test("the file of VS Code is JSON that asks for the key", () => {
  expect(JSON.parse(linesOf("vs-code"))).toMatchObject({
    inputs: [{ id: "gateway-key", password: true }],
    servers: { [target.name]: { type: "http", url: target.address } },
  });
});

test("a server has an address, and so have all together", () => {
  expect(toolAddress("https://llm.example.com", "github")).toBe("https://llm.example.com/github/mcp");
  expect(toolAddress("https://llm.example.com/base")).toBe("https://llm.example.com/base/mcp");
});
