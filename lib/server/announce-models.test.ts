import { expect, test } from "vitest";
import { modelsNotice } from "./announce-models";

test("a gateway without any model says at its start how to add one, and one with models says nothing", () => {
  expect(modelsNotice(0, "/etc/gateway/config.yaml")).toBe(
    "no model is configured, so no call is served: add one on the console's page Models, or to model_list in /etc/gateway/config.yaml",
  );
  expect(modelsNotice(1, "/etc/gateway/config.yaml")).toBeUndefined();
});
