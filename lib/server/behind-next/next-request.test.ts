import { describe, expect, test } from "vitest";
import { planNextRequest, type NextRequestPlan } from "./next-request";

const BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";

function plan(method: string, url: string, accept?: string, isDevelopment = false): NextRequestPlan {
  const headers = accept === undefined ? {} : { accept };
  return planNextRequest(
    { method, url, headers, rawHeaders: ["host", "gateway.test"], httpVersion: "1.1" },
    { isDevelopment },
  );
}

describe("Next.js serves, as an operation,", () => {
  test.each([
    ["POST", "/v1/chat/completions", undefined],
    ["POST", "/v1/chat/completions?beta=true", "*/*"],
    ["POST", "/chat/completions", BROWSER],
    ["GET", "/v1/models/gpt-4o", "application/json"],
    ["GET", "/team/list", BROWSER],
  ])("%s %s for a caller who accepts %s", (method, url, accept) => {
    expect(plan(method, url, accept)).toEqual({ does: "operation", url });
  });

  test("the absolute form of an address, as the path that it names", () => {
    const url = "/v1/models?a=b";
    expect(plan("GET", `http://any.example${url}`)).toEqual({ does: "operation", url });
  });
});

describe("Next.js serves, as a page,", () => {
  test.each([
    ["GET", "/console/teams?new=1", BROWSER],
    ["HEAD", "/", undefined],
    ["POST", "/api/auth/callback/master-key", "*/*"],
    ["GET", "/_next/static/chunks/main.js", "*/*"],
    ["GET", "/nothing", BROWSER],
    ["GET", "/console/", BROWSER],
  ])("%s %s for a caller who accepts %s", (method, url, accept) => {
    expect(plan(method, url, accept)).toEqual({ does: "page", url });
  });

  test("what the overlay of next dev asks for, and only there", () => {
    const url = "/__nextjs_original-stack-frames";
    expect(plan("POST", url, "*/*", true)).toEqual({ does: "page", url });
    expect(plan("POST", url, "*/*")).toEqual({ does: "answer" });
  });
});

describe("the API answers, without Next.js,", () => {
  test.each([
    ["OPTIONS", "*", undefined],
    ["GET", "*", BROWSER],
    ["OPTIONS", "/v1/models", undefined],
    ["TRACE", "/v1/models", undefined],
    ["PUT", "/console", BROWSER],
    ["POST", "/console/sign-in", BROWSER],
    ["POST", "/api/auth/_log", "*/*"],
    ["GET", "/v1/%zz", undefined],
    ["GET", "/v1/models/%ff", undefined],
    ["GET", "/v1/../team/list", undefined],
    ["GET", "/v1/%2e%2e/team/list", undefined],
    ["GET", "/v1/models/../../console", BROWSER],
    ["GET", "/console/../v1/models", BROWSER],
    ["GET", "/v1\\models", BROWSER],
    ["POST", "/v1/chat/completions/", undefined],
    ["GET", "//any.example/v1/models", undefined],
    ["GET", "ftp://any.example/v1/models", BROWSER],
    ["GET", "/v1/nothing", BROWSER],
    ["GET", `/console/${"p".repeat(9_000)}`, BROWSER],
  ])("%s %s for a caller who accepts %s", (method, url, accept) => {
    expect(plan(method, url, accept)).toEqual({ does: "answer" });
  });
});

test("headers that a proxy might read otherwise are refused before anybody reads them", () => {
  const rawHeaders = ["host", "h", "authorization", "Bearer a", "authorization", "Bearer b"];
  const request = { method: "GET", url: "/v1/models", headers: {}, rawHeaders, httpVersion: "1.1" };
  expect(planNextRequest(request, { isDevelopment: false })).toMatchObject({ does: "refuse", error: { status: 400 } });
});
