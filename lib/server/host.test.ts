import { expect, test } from "vitest";
import { nodePlace } from "./host";

test("two nodes on one machine have names of their own in alerts, and a node keeps its name over restarts", () => {
  const [one, other] = ["/var/lib/one", "/var/lib/other"].map((dataDirectory) => nodePlace({ dataDirectory }));
  expect(one).not.toBe(other);
  expect(nodePlace({ dataDirectory: "/var/lib/one" })).toBe(one);
  expect(one).toMatch(/^[\w.-]+:\/var\/lib\/one$/);
});
