import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endSessionAddress } from "./end-session";

let issuer: string;
type Answer = (response: ServerResponse) => void;
let answer: Answer;
const server = createServer((_request, response) => answer(response));
const signOut = { idToken: "header.claims.signature", returnTo: "https://gateway.example/api/auth/callback/oidc" };

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function ask(told: Record<string, unknown> | unknown[] | Answer, { idToken }: { idToken?: string } = signOut) {
  answer = typeof told === "function" ? told : (response) => response.end(JSON.stringify(told));
  const provider = { id: "oidc", label: "", issuer, clientId: "console", clientSecret: undefined, scopes: undefined };
  return endSessionAddress(provider, { ...signOut, idToken }, () => undefined);
}

describe("where a browser ends its session at the provider", () => {
  test("is what the provider's discovery document says, with the session's ID token and the way back", async () => {
    const address = await ask({ end_session_endpoint: "https://idp.example/logout?theme=dark" });
    const url = new URL(address ?? "");
    expect([url.origin, url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      "https://idp.example",
      "/logout",
      {
        theme: "dark",
        id_token_hint: signOut.idToken,
        client_id: "console",
        post_logout_redirect_uri: signOut.returnTo,
      },
    ]);
  });

  test("has no id_token_hint when the session's ID token is no longer known", async () => {
    const address = await ask({ end_session_endpoint: "https://idp.example/logout" }, {});
    expect(address).toContain("client_id=console");
    expect(address).not.toContain("id_token_hint");
  });

  test.each([
    ["names none", {}],
    ["names a script", { end_session_endpoint: "javascript:alert(1)" }],
    ["names no address", { end_session_endpoint: "logout" }],
    ["names several", { end_session_endpoint: ["https://idp.example/logout"] }],
    ["is a list", []],
  ])("is nowhere if the document %s", async (_what, document) => {
    expect(await ask(document)).toBeUndefined();
  });

  test("is nowhere if the document is missing", async () => {
    const missing = (response: ServerResponse) => void response.writeHead(404).end("{}");
    expect(await ask(missing)).toBeUndefined();
  });

  test.each<[string, Answer]>([
    [
      "leads elsewhere",
      (response) => {
        answer = (next) => void next.end(JSON.stringify({ end_session_endpoint: "https://evil.example" }));
        response.writeHead(302, { location: issuer }).end();
      },
    ],
    ["is not JSON", (response) => void response.end("<html>")],
  ])("is not known if the document %s", async (_what, told) => {
    await expect(ask(told)).rejects.toThrow();
  });

  test("is not known if the document never ends, of which little is read", async () => {
    let pieces = 0;
    const endless = (response: ServerResponse): void => {
      const write = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, " "))) pieces++;
      };
      response.on("drain", () => {
        pieces++;
        write();
      });
      write();
    };
    await expect(ask(endless)).rejects.toThrow("larger than 262144 bytes");
    expect(pieces).toBeLessThan(400);
  });
});
