import { expect, test } from "vitest";
import { readModelBody } from "./model-body";

const LONG = "a word ".repeat(2_000);
const [BEFORE, AFTER] = ['{"model":"m","messages":[{"content":"', '"}],"stream":true,"metadata":{"note":"'];
const JSON_TEXT = `${BEFORE}${LONG}${AFTER}${LONG}"}}`;

test("a long body is known by its outline, and has its whole value", () => {
  const body = readModelBody(Buffer.from(JSON_TEXT));
  expect(body).toMatchObject({ model: "m", stream: true });
  expect(body.outline).toEqual(JSON.parse(`${BEFORE}${LONG.slice(0, 128)}${AFTER}${LONG}"}}`));
  expect(body.value).toEqual(JSON.parse(JSON_TEXT));
  expect(body.value).toBe(body.value);
});

test("what is wrong with a long body is said as of a short one", () => {
  const refusal = (json: string): unknown => {
    try {
      return readModelBody(Buffer.from(json)) && "none";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const at = BEFORE.length + 500 * 7;
  const broken = `${JSON_TEXT.slice(0, at)}\n${JSON_TEXT.slice(at)}`;
  expect(refusal(broken)).toBe(`The body is not valid JSON: a fault at position ${at}.`);
  expect(refusal(JSON_TEXT.slice(0, -1))).toMatch("The body is not valid JSON");
  expect(refusal(`[${JSON_TEXT}]`)).toBe("The body must be a JSON object.");
  expect(refusal(JSON_TEXT.replace('"model"', '"stream":true,"model"'))).toBe(
    '"stream" occurs in the body more than once.',
  );
});
