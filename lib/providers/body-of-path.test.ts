import { expect, test } from "vitest";
import { readBodyOfPath } from "./model-body";

const read = (body: string, isStreamed = false) => readBodyOfPath(Buffer.from(body), { model: "a/b:c", isStreamed });

test.each(["{}", '{"contents":[]}', '{"model":"a/b:c"}', '{"model":"models/a/b:c","contents":[]}'])(
  "the model of the path is written into the body, and so is a stream: %s",
  (body) => {
    expect(read(body)).toMatchObject({ model: "a/b:c", stream: false, value: { model: "a/b:c" } });
    expect(read(body, true)).toMatchObject({ model: "a/b:c", stream: true, value: { model: "a/b:c", stream: true } });
    expect(JSON.parse(read(body, true).bytes.toString())).toEqual(read(body, true).value);
  },
);

test.each([
  ['{"model":"other"}', "model"],
  ['{"model":"models/models/a/b:c"}', "model"],
  ['{"model":null}', "model"],
  ['{"model":"a/b:c","model":"other"}', "model"],
  ['{"MODEL":"other"}', "MODEL"],
  ['{"stream":false}', "stream"],
  ['{"Stream":true}', "Stream"],
])("a body that says otherwise is refused: %s", (body, param) => {
  expect(() => read(body)).toThrow(expect.objectContaining({ code: "invalid_request", options: { param } }));
});
