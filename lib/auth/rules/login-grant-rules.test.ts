import { expect, test } from "vitest";
import { decide } from "../decide";
import { identify, isFault } from "../identify";
import { NO_FACTS } from "../nobody";
import { requestFor } from "../access-request";
import { findOperation } from "@/lib/api/table";
import { jwtAuth, type JwtAuthSettings } from "@/lib/config/schema";

const ISSUER = "https://id.example";

/** Whether somebody who has logged in with the group "admins" administers under these settings. */
function administers(settings: object): boolean {
  const jwt: JwtAuthSettings = {
    ...jwtAuth.parse(settings),
    loginAdministrators: { issuer: ISSUER, claim: "groups", values: ["admins"] },
  };
  const token = { kind: "jwt", via: "session", issuer: ISSUER, loginIssuer: ISSUER } as const;
  const identity = identify({ ...token, claims: { sub: "ada", groups: ["admins"] } }, jwt);
  const operation = findOperation("GET", "/team/list")?.operation;
  if (isFault(identity) || !operation) throw new Error("there is a fault");
  const request = requestFor("GET", operation);
  const decision = decide({ settings: { jwtAuth: jwt }, identity, facts: NO_FACTS, request, now: 0 });
  return decision.allow && decision.principal.admin;
}

test.each<[title: string, settings: object, isAdministrator: boolean]>([
  ["by no other setting", {}, true],
  ["beside enforce_rbac", { enforce_rbac: true }, true],
  ["beside an entry that lets people who log in", { issuers: [{ issuer: ISSUER, allow_admin: "console" }] }, true],
  ["not where the entry of its issuer forbids it", { issuers: [{ issuer: ISSUER, allow_admin: false }] }, false],
  ["not outside of admin_allowed_routes", { admin_allowed_routes: ["/key/list"] }, false],
])("the login makes administrators %s", (_title, settings, isAdministrator) => {
  expect(administers(settings)).toBe(isAdministrator);
});
