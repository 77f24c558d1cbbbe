import { expect, test } from "vitest";
import type { ServerHealthView } from "@/lib/wire/tools/server-state";
import { toolsHealth } from "./tools-health";

const server = (id: string, but: Partial<ServerHealthView> = {}): ServerHealthView => ({
  server_id: id,
  state: "answers",
  since: "2026-11-21T13:05:00.000Z",
  reason: null,
  protocol: "2026-07-28",
  tools: 3,
  held: 0,
  changed: 0,
  program: null,
  ...but,
});

test("servers that answer, and new tools that wait, are no fault", () => {
  expect(toolsHealth([server("a"), server("b", { held: 3 }), server("c", { state: "unknown" })])).toEqual({
    tone: "good",
    value: "3 servers",
    note: "for tools",
  });
});

test("changed tools are a warning that leads to them", () => {
  expect(toolsHealth([server("a"), server("b", { held: 1, changed: 1 })])).toMatchObject({
    tone: "warn",
    fault: "1 tool of b has changed",
    act: { href: "/console/server?id=b" },
  });
});

test("a server that fails comes first", () => {
  const servers = [server("a", { changed: 2 }), server("b", { state: "fails" }), server("c", { changed: 1 })];
  expect(toolsHealth(servers)).toMatchObject({
    tone: "warn",
    fault: "The tool server b has been failing since 13:05 UTC, and 2 more problems with tools",
    act: { href: "/console/server?id=b" },
  });
});
