import { describe, expect, test } from "vitest";
import { dashboardAddress, entityAddress, hasPage, toolAddress } from "./entity-address";

describe("The address of an entity's page", () => {
  test.each([
    ["team", "search", "/console/team?id=search"],
    ["team", "/teams/ml", "/console/team?id=%2Fteams%2Fml"],
    ["user", "ada@example.org", "/console/user?id=ada%40example.org"],
    ["end_user", "reader/1", "/console/end-user?id=reader%2F1"],
    ["model", "openai/*", "/console/model?id=openai%2F*"],
    ["issuer", "https://login.example/a?b=1&c", "/console/issuer?id=https%3A%2F%2Flogin.example%2Fa%3Fb%3D1%26c"],
  ] as const)("holds the %s %s as a parameter", (kind, id, address) => {
    expect(entityAddress(kind, id)).toBe(address);
    expect(new URL(address, "http://gateway").searchParams.get("id")).toBe(id);
  });

  test("leads to a tool of a server", () => {
    expect(toolAddress("files", "read/all")).toBe("/console/server?id=files&tool=read%2Fall");
  });

  test("holds the id of a dashboard", () => {
    expect(dashboardAddress("a b")).toBe("/console/dashboard?id=a+b");
  });

  test("exists for the kinds with a page alone", () => {
    expect(["team", "key", "deployment", "end_user", "customer", "constructor"].filter(hasPage)).toEqual([
      "team",
      "key",
      "deployment",
      "end_user",
    ]);
  });
});
