import { expect, test } from "vitest";
import type { Finding } from "@/lib/config/finding";
import type { Decided } from "@/lib/gateway/observer";
import { createFindingObserver } from "./finding-observer";

test("a refusal for groups that a token leaves out is a finding about group_overage, and other refusals are none", () => {
  const found: Finding[] = [];
  const observer = createFindingObserver((finding) => found.push(finding));
  for (const code of ["team_blocked", "group_overage", undefined] as const)
    observer.decided?.({ allow: code === undefined, code } as Decided);
  expect(found.map(({ number, path }) => `${number} ${path}`)).toEqual([
    "C133 general_settings.gateway_jwtauth.group_overage",
  ]);
});
