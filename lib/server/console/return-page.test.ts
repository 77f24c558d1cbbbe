import { expect, test } from "vitest";
import { returnPage, signInAddress } from "./return-page";

test.each<[requested: string | null | undefined, page: string]>([
  ["/console/spend?range=last-month&by=team", "/console/spend?range=last-month&by=team"],
  ["/console/teams?_rsc=1x2y", "/console/teams"],
  ["https://gateway.example.com/console/keys", "/console/keys"],
  ["/console", "/console"],
  [undefined, "/console"],
  [null, "/console"],
  ["", "/console"],
  ["/console/sign-in?error=AccessDenied", "/console"],
  ["/consolex/teams", "/console"],
  ["/team/list", "/console"],
  ["/console/../team/list", "/console"],
  ["https://evil.example/console/teams", "/console/teams"],
  ["//evil.example/console/teams", "/console/teams"],
  ["//evil.example", "/console"],
  ["javascript:alert(1)", "/console"],
  ["http://", "/console"],
])("signing in after a request for %s leads to %s", (requested, page) => {
  expect(returnPage(requested)).toBe(page);
});

test("the address of the sign-in carries the page that was requested, unless it is the overview", () => {
  expect(signInAddress("/console/spend?by=team&_rsc=1")).toBe(
    "/console/sign-in?callbackUrl=%2Fconsole%2Fspend%3Fby%3Dteam",
  );
  expect(signInAddress("/console")).toBe("/console/sign-in");
});
