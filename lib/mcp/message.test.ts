import { expect, test } from "vitest";
import { ExactNumbers } from "@/lib/providers/exact-numbers";
import { isFaulty, readMessage, type Message } from "./message";

const read = (text: string) => readMessage(Buffer.from(text), new ExactNumbers());

test.each<[text: string, code: number, id: string | number | undefined]>([
  ["{", -32700, undefined],
  ["", -32700, undefined],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, undefined],
  ["[]", -32600, undefined],
  ["1", -32600, undefined],
  ['{"id":1,"method":"ping"}', -32600, 1],
  ['{"jsonrpc":"1.0","id":"a","method":"ping"}', -32600, "a"],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, undefined],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, undefined],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, undefined],
  ['{"jsonrpc":"2.0","id":1,"method":7}', -32600, 1],
  ['{"jsonrpc":"2.0","id":1,"method":""}', -32600, 1],
  ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32600, 1],
  ['{"jsonrpc":"2.0","id":1}', -32600, 1],
  ['{"jsonrpc":"2.0","id":1,"result":"text"}', -32600, 1],
  ['{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"m"}}', -32600, 1],
  ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}}', -32600, undefined],
])("%s is refused with %i", (text, code, id) => {
  const message = read(text);
  expect(isFaulty(message) && { code: message.fault.code, id: message.id }).toEqual({ code, id });
});

test.each<[text: string, expected: Partial<Message>]>([
  ['{"jsonrpc":"2.0","id":0,"method":"ping"}', { kind: "request", id: 0, method: "ping", params: {} }],
  ['{"jsonrpc":"2.0","id":"a","method":"x","params":{"y":1}}', { kind: "request", id: "a", params: { y: 1 } }],
  ['{"jsonrpc":"2.0","method":"notifications/initialized"}', { kind: "notification", params: {} }],
  ['{"jsonrpc":"2.0","id":3,"result":{"action":"accept"}}', { kind: "result", id: 3, result: { action: "accept" } }],
  ['{"jsonrpc":"2.0","id":3,"error":{"code":-1,"message":"no"}}', { kind: "error", id: 3 }],
  ['{"jsonrpc":"2.0","error":{"code":-1,"message":"no","data":[1]}}', { kind: "error", id: undefined }],
])("%s is read", (text, expected) => {
  expect(read(text)).toMatchObject(expected);
});

test("bytes that are not UTF-8 are refused", () => {
  expect(readMessage(Buffer.from([0x22, 0xff, 0x22]), new ExactNumbers())).toMatchObject({ fault: { code: -32700 } });
});

test("numbers that a double would round, and members that nobody knows, are written as they came", () => {
  const numbers = new ExactNumbers();
  const text =
    '{"jsonrpc":"2.0","id":1,"method":"m","params":{"n":12345678901234567890,"x":{"y":[null]}},"later":true}';
  const message = readMessage(Buffer.from(text), numbers);
  if (isFaulty(message)) throw new Error(message.fault.message);
  expect(numbers.restore(JSON.stringify(message.value))).toBe(text);
});

test("a message may be nested to a depth that everything can read, and no deeper", () => {
  const nested = (depth: number) => `{"jsonrpc":"2.0","id":1,"result":{"x":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
  expect(read(nested(498))).toMatchObject({ kind: "result" });
  expect(read(nested(499))).toMatchObject({ fault: { code: -32600, message: "The message is nested too deeply." } });
  expect(read(nested(100_000))).toMatchObject({ fault: { code: -32600 } });
});

test("the settings may allow fewer levels, and never more", () => {
  const levels = (mostLevels: number) =>
    readMessage(Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"x":[[]]}}'), new ExactNumbers(), mostLevels);
  expect(levels(4)).toMatchObject({ kind: "result" });
  expect(levels(3)).toMatchObject({ fault: { code: -32600, message: "The message is nested too deeply." } });
  const deep = `{"jsonrpc":"2.0","id":1,"result":{"x":${"[".repeat(499)}${"]".repeat(499)}}}`;
  expect(readMessage(Buffer.from(deep), new ExactNumbers(), 1_000)).toMatchObject({ fault: { code: -32600 } });
});
