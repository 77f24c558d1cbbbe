import { expect, test } from "vitest";
import { refuseForeignChoices } from "./foreign-choices";

test.each(["config", "virtual-key", "provider", "custom-host"])(
  "a call that chooses by x-portkey-%s is refused",
  (name) => {
    const header = `x-portkey-${name}`;
    expect(() => refuseForeignChoices({ headers: { [header]: "openai" } })).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        options: { param: header },
        message: expect.stringContaining(header),
      }),
    );
  },
);

test("what else Portkey's clients send is let through", () => {
  const headers = { "x-portkey-api-key": "sk", "x-portkey-trace-id": "t", "x-portkey-runtime": "node" };
  expect(() => refuseForeignChoices({ headers })).not.toThrow();
});
