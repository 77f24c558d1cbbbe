import { expect, test } from "vitest";
import { ownAudiences, ownAudiencesFor } from "./own-audiences";

test("a token may name the gateway, or the address asked, as NEXTAUTH_URL has it", () => {
  const known = { nextAuthUrl: "https://llm.example/ignored", basePath: "/llm" };
  expect(ownAudiences(known, ["/sums/mcp"])).toEqual([
    "https://llm.example/llm",
    "https://llm.example/llm/",
    "https://llm.example/llm/sums/mcp",
  ]);
  expect(ownAudiencesFor(known, "sums")).toEqual(
    expect.arrayContaining(["https://llm.example/llm/mcp", "https://llm.example/llm/mcp/sums"]),
  );
});

test("without NEXTAUTH_URL no address is the gateway's for certain", () => {
  expect(ownAudiencesFor({ nextAuthUrl: undefined, basePath: "" }, "sums")).toEqual([]);
});
