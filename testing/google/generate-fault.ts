type Json = Readonly<Record<string, unknown>>;

/** What a body of generateContent may hold (ai.google.dev/api/generate-content, and the types of `@google/genai`). */
const BODY = new Set(["contents", "systemInstruction", "tools", "toolConfig", "generationConfig", "safetySettings"]);
const CONFIG = new Set(
  "temperature topP topK maxOutputTokens stopSequences seed presencePenalty frequencyPenalty responseMimeType responseSchema responseJsonSchema thinkingConfig candidateCount responseModalities".split(
    " ",
  ),
);
const PART = new Set("text inlineData fileData functionCall functionResponse thoughtSignature thought".split(" "));
const SCHEMA = new Set(
  "type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern anyOf propertyOrdering items minimum maximum".split(
    " ",
  ),
);

/** The signature of every call of the local Google. It takes no other, but for the one that asks it not to look. */
export const SIGNATURE = "c2lnbmVkLWJ5LXRoZS1sb2NhbC1nb29nbGU=";
const UNSIGNED = "skip_thought_signature_validator";

/** For what Google would refuse a body, in its own words; undefined: for nothing. `model`: of the path. */
export function generateFault(body: Json, model: string): string | undefined {
  const contents = listOf(body["contents"]);
  return (
    unknownIn(body, BODY, "") ??
    unknownIn(objectOf(body["generationConfig"]), CONFIG, "generation_config") ??
    (contents.length === 0 ? "* GenerateContentRequest.contents: contents is not specified" : undefined) ??
    first(contents, (content, index) => partFault(content, index)) ??
    turnFault(contents, model) ??
    first(listOf(body["tools"]), (tool) =>
      first(listOf(tool["functionDeclarations"]), ({ name, parameters }) =>
        typeof name === "string" ? schemaFault(parameters, `${name}.parameters`) : "name: is required",
      ),
    ) ??
    schemaFault(objectOf(body["generationConfig"])["responseSchema"], "response_schema")
  );
}

function partFault({ role, parts }: Json, index: number): string | undefined {
  const at = `contents[${index}]`;
  if (role !== "user" && role !== "model") return "Please use a valid role: user, model.";
  if (listOf(parts).length === 0) return `* GenerateContentRequest.${at}.parts: contents.parts must not be empty.`;
  return first(listOf(parts), (part, nth) => {
    const fault = unknownIn(part, PART, `${at}.parts[${nth}]`);
    return (
      fault ??
      (part["text"] === "" ? `${at}.parts[${nth}]: required oneof field 'data' must have one field` : undefined)
    );
  });
}

/** Calls are answered in the next turn, all of them, in their order; from Gemini 3 on, the first must be signed. */
function turnFault(contents: readonly Json[], model: string): string | undefined {
  let open: readonly string[] = [];
  for (const { parts } of contents) {
    const answers = listOf(parts).flatMap((part) => namesIn(part, "functionResponse"));
    if (answers.join() !== open.join())
      return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
    const calls = listOf(parts).filter((part) => part["functionCall"] !== undefined);
    const signature = calls[0]?.["thoughtSignature"];
    if (calls.length > 0 && model.startsWith("gemini-3") && signature !== SIGNATURE && signature !== UNSIGNED)
      return "Function call is missing a thought_signature in functionCall parts.";
    open = calls.flatMap((part) => namesIn(part, "functionCall"));
  }
  return undefined;
}

function schemaFault(schema: unknown, at: string): string | undefined {
  if (schema === undefined) return undefined;
  const value = objectOf(schema);
  const { type, properties, items, anyOf } = value;
  const own = unknownIn(value, SCHEMA, at);
  if (own !== undefined) return own;
  if (anyOf !== undefined)
    return Object.keys(value).length > 1
      ? `${at}: When using any_of, it must be the only field set.`
      : first(listOf(anyOf), (one) => schemaFault(one, `${at}.any_of`));
  if (typeof type !== "string") return `${at}: schema didn't specify the schema type field.`;
  if (type === "ARRAY") return items === undefined ? `${at}.items: missing field.` : schemaFault(items, `${at}.items`);
  if (properties === undefined) return undefined;
  const inner = Object.entries(objectOf(properties));
  if (inner.length === 0) return `${at}.properties: should be non-empty for OBJECT type`;
  return inner.map(([name, one]) => schemaFault(one, `${at}.properties[${name}]`)).find((fault) => fault !== undefined);
}

function unknownIn(value: Json, known: ReadonlySet<string>, at: string): string | undefined {
  const name = Object.keys(value).find((one) => !known.has(one));
  return name === undefined
    ? undefined
    : `Invalid JSON payload received. Unknown name "${name}"${at && ` at '${at}'`}: Cannot find field.`;
}

function first(list: readonly Json[], faultOf: (one: Json, index: number) => string | undefined): string | undefined {
  for (const [index, one] of list.entries()) {
    const fault = faultOf(one, index);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function namesIn(part: Json, member: string): string[] {
  return part[member] === undefined ? [] : [String(objectOf(part[member])["name"])];
}

function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}
