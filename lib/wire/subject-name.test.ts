import { expect, test } from "vitest";
import { subjectName } from "./subject-name";

test.each([
  ["by its name after the change", { team_alias: "Old" }, { team_alias: "New" }, "New"],
  ["by its name before, when it was deleted", { key_alias: "Batch" }, null, "Batch"],
  ["by its name before, when it has none any more", { team_alias: "Old" }, { team_alias: null }, "Old"],
  ["by its e-mail address without an alias", null, { user_alias: null, user_email: "a@b.c" }, "a@b.c"],
  ["by its masked secret without an alias", null, { key_alias: null, key_name: "sk-...abcd" }, "sk-...abcd"],
  ["by what it prices", null, { price_id: "id-1", provider: "openai", model: "gpt-4*" }, "openai/gpt-4*"],
  ["by its id without any name", null, { team_alias: "" }, "id-1"],
  ["by its id when the states are not objects", "x", 3, "id-1"],
])("the subject of an event is shown %s", (_, before, after, name) => {
  expect(subjectName({ entity_type: "any", entity_id: "id-1", before, after })).toBe(name);
});

test("the access settings are shown by the number of their revision", () => {
  expect(subjectName({ entity_type: "config", entity_id: "7", before: {}, after: {} })).toBe("Revision 7");
});
