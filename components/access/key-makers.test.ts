import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { KEY_MAKERS, makesKeys, withMaker } from "./key-makers";

test.each(KEY_MAKERS)("a setting says that $text, and takes it back", ({ path }) => {
  const given = withMaker({}, path, true);
  expect(jwtAuth.safeParse({ key_generation_settings: given }).success).toBe(true);
  expect(KEY_MAKERS.filter((maker) => makesKeys(given, maker.path)).map((maker) => maker.path)).toEqual([path]);
  expect(withMaker(given, path, false)).toEqual({});
});

test("what else the settings say stays, a role that the switches do not show too", () => {
  const given = { personal_key_generation: { allowed_user_roles: ["proxy_admin"] } };
  const [ofTeams, , personal] = KEY_MAKERS;
  expect(withMaker(withMaker(given, ofTeams.path, true), personal.path, true)).toEqual({
    team_key_generation: { allowed_team_member_roles: ["admin"] },
    personal_key_generation: { allowed_user_roles: ["proxy_admin", "internal_user"] },
  });
});

test("settings that say nothing let nobody make keys", () => {
  for (const settings of [undefined, null, {}, { team_key_generation: {} }])
    expect(KEY_MAKERS.filter(({ path }) => makesKeys(settings, path))).toEqual([]);
});
