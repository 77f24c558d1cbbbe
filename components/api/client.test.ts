import { expect, test } from "vitest";
import { fillPath } from "./client";

test.each([
  ["/model/info", { id: "a" }, { address: "/model/info", rest: { id: "a" } }],
  [
    "/credentials/{credential_name}",
    { credential_name: "eu/main ü?", credential_info: {} },
    { address: "/credentials/eu%2Fmain%20%C3%BC%3F", rest: { credential_info: {} } },
  ],
])("%s with %j is sent to its address", (path, input, expected) => {
  expect(fillPath(path, input)).toEqual(expected);
});
