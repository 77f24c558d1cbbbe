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
