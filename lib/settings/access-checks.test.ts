import { expect, test } from "vitest";
import type { KnownRoute } from "./access/named-routes";
import { checkKeyRoutes } from "./access-checks";

const ROUTES: readonly KnownRoute[] = [
  { path: "/chat/completions", family: "openai_routes", access: "anyone" },
  { path: "/key/info", family: "management_routes", access: "owners" },
  { path: "/config/get", family: "management_routes", access: "administrators" },
];

test.each([
  [["openai_routes", "/v1/chat/*", "/chat/completions", "/key/*", "*"], []],
  [["openai_route"], ['0: "openai_route" matches no route of the gateway (did you mean "openai_routes"?)']],
  [
    ["/chat/completions", "/config/*"],
    ['1: opens nothing: only administrators may call "/config/*" (remove it; no key is an administrator)'],
  ],
])("the routes %j of a key give the findings %j", (entries, said) => {
  expect(
    checkKeyRoutes(entries, ROUTES).map(({ path, message, fix }) => `${path.join(".")}: ${message} (${fix})`),
  ).toEqual(said);
});
