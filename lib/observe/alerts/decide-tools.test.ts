import { expect, test } from "vitest";
import type { OpenAlert } from "@/lib/alert";
import { decideTools } from "./decide-tools";

const servers = new Map<string, "hold" | "warn">([
  ["github", "hold"],
  ["files", "warn"],
]);
const alert: OpenAlert = {
  id: "alert_1",
  type: "mcp_tool_changed",
  subject: "github",
  level: 1,
  message: "",
  facts: {},
  openedAt: 0,
};
const changed = (server: string, ...tools: string[]) => [{ server, tools }];

test.each<[string, ReturnType<typeof changed>, OpenAlert[], "opens" | "ends" | "stays"]>([
  ["a changed tool", changed("github", "read"), [], "opens"],
  ["a changed tool that an alert is about already", changed("github", "read"), [alert], "stays"],
  ["nothing that waits any more", [], [alert], "ends"],
  ["a server without approval, or that is gone", changed("nowhere", "read"), [], "stays"],
  ["a changed tool of another server", changed("files", "read"), [alert], "opens"],
])("%s", (_, tools, open, expected) => {
  const { openings, resolutions } = decideTools({ changed: tools, open, servers });
  expect(openings.length > 0 ? "opens" : resolutions.length > 0 ? "ends" : "stays").toBe(expected);
});

test("the message names few tools, and says what happens to them", () => {
  const many = ["a", "b", "c", "d", "e", "f", "g"];
  const [held] = decideTools({ changed: changed("github", ...many), open: [], servers }).openings;
  expect(held?.message).toContain("a, b, c, d, e and 2 more. Look at them and approve them. They are held until then.");
  expect(held?.facts).toEqual({ mcp_server: "github", tools: 7, first_tool: "a" });
  const [served] = decideTools({ changed: changed("files", "a"), open: [], servers }).openings;
  expect(served?.message).toContain("They are served meanwhile.");
});
