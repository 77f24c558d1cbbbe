import { expect, test } from "vitest";
import { bedrockRefusal } from "./refusal";

const retired = '{"message":"This model version has reached the end of its life."}';

test.each<[status: number, type: string | undefined, body: string, says: string | undefined]>([
  [403, "UnrecognizedClientException:http://internal.amazon.com/", "{}", "access"],
  [400, "ExpiredTokenException", "{}", "access"],
  [403, "AccessDeniedException", "{}", "access"],
  [404, "ResourceNotFoundException", retired, "retired"],
  [400, "ValidationException", retired, "retired"],
  [400, "ValidationException", '{"message":"The text field is blank."}', undefined],
  [429, "ThrottlingException", "{}", undefined],
  [500, undefined, retired, undefined],
])("a refusal by %s of the type %s with %s says %s", (status, type, body, says) => {
  expect(bedrockRefusal({ status, headers: { "x-amzn-errortype": type }, body: Buffer.from(body) })?.says).toBe(says);
});
