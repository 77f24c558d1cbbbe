import { expect, test } from "vitest";
import { placeOf } from "./client";

test.each([
  ["/model/info", { id: "a" }, { place: "/model/info", rest: { id: "a" } }],
  [
    "/credentials/{credential_name}",
    { credential_name: "eu/main ü?", credential_info: {} },
    { place: "/credentials/eu%2Fmain%20%C3%BC%3F", rest: { credential_info: {} } },
  ],
])("%s with %j is sent to its place", (path, input, expected) => {
  expect(placeOf(path, input)).toEqual(expected);
});
