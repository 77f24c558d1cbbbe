import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Visitor } from "@/lib/wire/sign-in/console-access";
import { NoAccess } from "./no-access";

const stranger: Visitor = {
  name: "sam@example.com",
  detail: "",
  issuer: "https://id.example.com",
  reason: "Your token names no user or team of this gateway.",
  scopes: [],
  roles: [],
  groups: ["research"],
  deadEnds: [],
  contact: undefined,
  adminScope: "gateway_proxy_admin",
  adminRoles: [],
  rolesClaim: undefined,
  accessTokenUnused: undefined,
};
const page = (more: Partial<Visitor> = {}) => renderToStaticMarkup(<NoAccess access={{ ...stranger, ...more }} />);

test("whoever has no access is told how to get it, and how to become an administrator only under a fold", () => {
  const [door = "", fold = ""] = page().split("<details");
  expect(door).toContain("You have no access yet");
  expect(door).toContain("Request access");
  expect(door).toContain("Or ask whoever runs this gateway");
  expect(door).toContain("research");
  expect(door).not.toContain("administrator");
  expect(fold).toContain("gateway_proxy_admin");
});

test.each([
  ["help@example.com", 'href="mailto:help@example.com"'],
  ["https://help.example.com/gateway", 'href="https://help.example.com/gateway"'],
  ["the platform team in room 3", "<strong"],
  ["javascript:alert(1)", "<strong"],
])("the contact %s is shown, and a link only where it is an address", (contact, shown) => {
  const html = page({ contact });
  expect(html).toContain(contact);
  expect(html).toContain(shown);
  expect(html).not.toContain('href="javascript');
});

test("whoever has no access reads which claims of the login led nowhere, and with what", () => {
  const html = page({
    deadEnds: [
      { claim: "sub", names: "user", values: ["sam"] },
      { claim: "tenant", names: "team", values: [] },
      { claim: "groups", names: "team", values: ["research", "lab"] },
    ],
  }).replace(/<[^>]*>/g, "");
  expect(html).toContain("sub says sam. This gateway has no such user.");
  expect(html).toContain("tenant is missing from your login. It would name your team.");
  expect(html).toContain("groups says research, lab. None of them is a team here.");
});
