import { describe, expect, test } from "vitest";
import { crossOriginHeaders, preflightReply } from "./cross-origin";
import { findOperation } from "./table";

const APP = "https://app.example.com";
const asked = (method: string, path: string, headers: Record<string, string> = { origin: APP }) => ({
  method,
  path,
  headers,
});

describe("a script of another origin", () => {
  test.each<[name: string, request: ReturnType<typeof asked>, allowed: string[], origin: string | undefined]>([
    ["may read the answer of a model route", asked("POST", "/v1/chat/completions"), [APP], APP],
    ["may read one in Anthropic's dialect", asked("POST", "/v1/messages"), [APP], APP],
    ["may read one in Google's dialect", asked("POST", "/v1beta/models/a/b:streamGenerateContent"), [APP], APP],
    ["may read the list of models", asked("GET", "/models"), ["https://other.example", APP], APP],
    ["may read the answer of a tool", asked("POST", "/mcp/github"), [APP], APP],
    ["may read any answer where all may", asked("POST", "/v1/embeddings"), ["*"], "*"],
    ["may read nothing by default", asked("POST", "/v1/embeddings"), [], undefined],
    [
      "may read nothing if another origin may",
      asked("POST", "/v1/embeddings"),
      ["https://app.example.com:8443"],
      undefined,
    ],
    ["may read who gives a token for tools", asked("GET", "/.well-known/oauth-protected-resource/mcp"), [], "*"],
    ["may register itself, whoever else may call models", asked("POST", "/register"), [APP], "*"],
    ["may not answer for the user", asked("POST", "/authorize"), ["*"], undefined],
    ["may not manage", asked("POST", "/team/new"), [APP], undefined],
    ["may not read reports", asked("GET", "/spend/logs"), ["*"], undefined],
    ["needs no leave without an origin", asked("POST", "/v1/embeddings", {}), ["*"], undefined],
    ["gets none for an address that is nobody's", asked("POST", "/v1/nothing"), ["*"], undefined],
  ])("%s", (_name, request, allowed, origin) => {
    expect(crossOriginHeaders(request, allowed, findOperation)?.["access-control-allow-origin"]).toBe(origin);
  });

  test("never gets an answer to cookies", () => {
    expect(crossOriginHeaders(asked("GET", "/models"), [APP], findOperation)).toEqual({
      "access-control-allow-origin": APP,
      "access-control-expose-headers": "*",
      vary: "origin",
    });
  });
});

describe("a browser that asks first", () => {
  const preflight = (method: string, names?: string) => ({
    origin: APP,
    "access-control-request-method": method,
    ...(names !== undefined && { "access-control-request-headers": names }),
  });

  test("is told the method and the headers that it asked for", () => {
    const request = asked("OPTIONS", "/v1/chat/completions", preflight("POST", "authorization,content-type"));
    expect(preflightReply(request, [APP], findOperation)).toEqual({
      status: 200,
      headers: {
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": "authorization,content-type",
        "access-control-max-age": "600",
      },
      body: "",
    });
  });

  test("is not repeated what is not a list of headers", () => {
    const request = asked("OPTIONS", "/v1/chat/completions", preflight("POST", "x\r\nset-cookie: a=b"));
    expect(preflightReply(request, ["*"], findOperation)?.headers).not.toHaveProperty("access-control-allow-headers");
  });

  test.each([
    ["for a page that is not named", "/v1/chat/completions", "POST", ["https://other.example"]],
    ["for management", "/team/new", "POST", [APP]],
    ["for a method that the route has not", "/v1/chat/completions", "DELETE", [APP]],
    ["while no origin is allowed", "/v1/chat/completions", "POST", []],
  ])("gets no leave %s", (_name, path, method, allowed) => {
    expect(preflightReply(asked("OPTIONS", path, preflight(method)), allowed, findOperation)).toBeUndefined();
  });
});
