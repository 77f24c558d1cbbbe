import { NextRequest } from "next/server";
import { describe, expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import type { ConsoleGateway } from "../port";
import { handleAuth } from "./auth-handler";

const WORDS = "Your account is locked. Call 0900-EVIL now.";
const unasked = () => Promise.reject(new Error("not asked"));
const gateway: ConsoleGateway = {
  sessionSecrets: ["secret"],
  environment: { nextAuthUrl: undefined, basePath: "" },
  hasSettledAddresses: true,
  log: { info() {}, warn() {}, error() {} },
  settings: async () => ({
    look: { colour: "grey", links: [] },
    masterKeyLogin: true,
    proxies: {},
    logins: [
      { id: "oidc", label: "SSO", issuer: "http://127.0.0.1:9", clientId: "c", clientSecret: "s", scopes: undefined },
    ],
    sessionSeconds: 28_800,
    hasProvider: true,
    jwtAuth: jwtAuth.parse({}),
  }),
  beginSession: unasked,
  openSession: unasked,
  signOut: unasked,
  logOut: unasked,
  judgeMasterKey: unasked,
  decide: unasked,
  finishTrial: () => Promise.reject(new Error("not asked")),
  requestAccess: () => Promise.reject(new Error("not asked")),
};

describe("a provider's detail about a failed login", () => {
  test.each<Record<string, string>>([{}, { code: "x" }])(
    "are not taken from the form of another site (%j)",
    async (more) => {
      const form = { error: "access_denied", error_description: WORDS, state: "s1", ...more };
      const request = new NextRequest("http://127.0.0.1/api/auth/callback/oidc", {
        method: "POST",
        headers: { origin: "https://evil.example" },
        body: new URLSearchParams(Object.entries(form)),
      });
      const context = { params: Promise.resolve({ nextauth: ["callback", "oidc"] }) };
      const response = await handleAuth(gateway, request, context, Date.now);
      const { status, headers } = response;
      expect([status, headers.get("allow"), headers.getSetCookie()]).toEqual([405, "GET", []]);
      expect(await response.text()).not.toContain("EVIL");
    },
  );
});
