import { expect, test } from "vitest";
import { isCurrent, NAVIGATION } from "./navigation";

test.each([
  ["/console", "Overview"],
  ["/console/teams", "Teams"],
  ["/console/team", "Teams"],
  ["/console/users", "Users"],
  ["/console/user", "Users"],
  ["/console/organization", "Organisations"],
  ["/console/key", "Keys"],
  ["/console/keys", "Keys"],
  ["/console/model", "Models"],
  ["/console/deployment", "Models"],
  ["/console/server", "Tools"],
  ["/console/issuer", "Sign-in providers"],
])("the navigation marks the page of %s as %s alone", (path, label) => {
  const items = NAVIGATION.flatMap(({ items: some }) => some);
  expect(items.filter((item) => isCurrent(item, path)).map((item) => item.label)).toEqual([label]);
});
