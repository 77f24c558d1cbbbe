import { describe, expect, test } from "vitest";
import { isForConsole } from "./served-path";

const BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";

describe("the console answers", () => {
  test.each([
    ["GET", "/", BROWSER],
    ["GET", "/console", BROWSER],
    ["GET", "/console/teams", "*/*"],
    ["HEAD", "/console/teams", undefined],
    ["GET", "/_next/static/chunks/main.js", "*/*"],
    ["GET", "/api/auth/csrf", "application/json"],
    ["POST", "/api/auth/callback/master-key", "*/*"],
    ["GET", "/nothing", BROWSER],
    ["GET", "http://any.example/console/teams", BROWSER],
    ["GET", `/console?${"q".repeat(8_000)}`, BROWSER],
  ])("%s %s for a caller who accepts %s", (method, path, accept) => {
    expect(isForConsole(method, path, { accept })).toBe(true);
  });
});

describe("the API answers, in JSON,", () => {
  test.each([
    ["GET", "/openai/deployments/gpt/chat/completions", "application/json"],
    ["GET", "/v1beta/models", "*/*"],
    ["GET", "/metrics", undefined],
    ["GET", "/console", "application/json"],
    ["GET", "/consoles", "*/*"],
    ["POST", "/", BROWSER],
    ["POST", "/console/teams", BROWSER],
    ["PUT", "/nothing", BROWSER],
    ["DELETE", "/api/auth/session", BROWSER],
    ["POST", "/api/auth/_log", "*/*"],
    ["GET", "/api/auth/_log", BROWSER],
    ["OPTIONS", "*", BROWSER],
    ["GET", "*", BROWSER],
    ["GET", "/v1/models", BROWSER],
    ["GET", "/team/nothing", BROWSER],
    ["GET", `/console/${"p".repeat(8_200)}`, BROWSER],
    ["GET", `/console?${"q".repeat(8_200)}`, BROWSER],
  ])("%s %s for a caller who accepts %s", (method, path, accept) => {
    expect(isForConsole(method, path, { accept })).toBe(false);
  });
});
