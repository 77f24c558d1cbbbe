const object = (properties: object, required: readonly string[] = []) => ({ type: "object", properties, required });
const titled = (...titles: string[]) => titles.map((title, at) => ({ const: `value${at + 1}`, title }));
const values = (word: string) => [1, 2, 3].map((at) => `${word}${at}`);

/** What tools of the conformance suite ask their callers to fill in. */
export const ELICITED = {
  response: object({ response: { type: "string" } }, ["response"]),
  defaults: object({
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  }),
  choices: object({
    untitledSingle: { type: "string", enum: values("option") },
    titledSingle: { type: "string", oneOf: titled("First Option", "Second Option", "Third Option") },
    legacyEnum: { type: "string", enum: values("opt"), enumNames: ["Option One", "Option Two", "Option Three"] },
    untitledMulti: { type: "array", items: { type: "string", enum: values("option") } },
    titledMulti: { type: "array", items: { anyOf: titled("First Choice", "Second Choice", "Third Choice") } },
  }),
} as const;
