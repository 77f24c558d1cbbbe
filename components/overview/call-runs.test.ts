import { expect, test } from "vitest";
import { callRuns } from "./call-runs";

const calls = (text: string) =>
  text.split(" ").map((word, id) => {
    const [requested_model = "", status = ""] = word.split(":");
    return { id, requested_model, status: status as "success" | "error" | "cancelled" };
  });

test.each([
  ["dead:error dead:error dead:error gpt:success", ["0 dead error 3", "3 gpt success 1"]],
  ["gpt:success gpt:success", ["0 gpt success 1", "1 gpt success 1"]],
  ["dead:error gpt:success dead:error", ["0 dead error 1", "1 gpt success 1", "2 dead error 1"]],
  ["dead:error dead:cancelled other:cancelled", ["0 dead error 1", "1 dead cancelled 1", "2 other cancelled 1"]],
])("of the calls %s those that failed alike in a row are one line", (text, lines) => {
  expect(
    callRuns(calls(text)).map(({ call, count }) => `${call.id} ${call.requested_model} ${call.status} ${count}`),
  ).toEqual(lines);
});
