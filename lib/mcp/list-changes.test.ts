import { expect, test } from "vitest";
import { changedList, wantedChanges } from "./list-changes";

test.each<[name: string, params: object, wanted: string[] | undefined]>([
  ["tools alone", { notifications: { toolsListChanged: true } }, ["toolsListChanged"]],
  [
    "every list, and a resource, which is not served",
    {
      notifications: {
        resourcesListChanged: true,
        promptsListChanged: true,
        toolsListChanged: true,
        resourceSubscriptions: ["note://one"],
      },
    },
    ["toolsListChanged", "promptsListChanged", "resourcesListChanged"],
  ],
  ["what is switched off", { notifications: { toolsListChanged: false } }, []],
  ["nothing", { notifications: {} }, []],
  ["no word of it", {}, undefined],
  ["a list of names", { notifications: ["toolsListChanged"] }, undefined],
  ["a number", { notifications: { toolsListChanged: 1 } }, undefined],
])("a subscription asks for %s", (_, params, wanted) => {
  const found = wantedChanges(params as Record<string, never>);
  expect(found && [...found]).toEqual(wanted);
});

test("a notification names the list that has changed", () => {
  expect(changedList("notifications/prompts/list_changed")).toBe("promptsListChanged");
  expect(changedList("notifications/progress")).toBeUndefined();
});
