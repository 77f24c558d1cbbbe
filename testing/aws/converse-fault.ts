type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

/** The members of Converse's request and of a block, from botocore's model of the service. */
const MEMBERS = new Set(
  "messages system inferenceConfig toolConfig guardrailConfig additionalModelRequestFields promptVariables additionalModelResponseFieldPaths requestMetadata performanceConfig serviceTier outputConfig".split(
    " ",
  ),
);
const INFERENCE = new Set(["maxTokens", "temperature", "topP", "stopSequences"]);
const BLOCKS = new Set(
  "text image document video audio toolUse toolResult guardContent cachePoint reasoningContent citationsContent searchResult".split(
    " ",
  ),
);

/** What Bedrock would refuse in a request of Converse, in words like its own; undefined: nothing. */
export function converseFault(body: Json): string | undefined {
  const unknown =
    Object.keys(body).find((name) => !MEMBERS.has(name)) ??
    Object.keys(isJson(body["inferenceConfig"]) ? body["inferenceConfig"] : {}).find((name) => !INFERENCE.has(name));
  if (unknown !== undefined) return `extraneous key [${unknown}] is not permitted`;
  const messages = listOf(body["messages"]);
  if (messages[0]?.["role"] !== "user") return "A conversation must start with a user message.";
  const tools = listOf(isJson(body["toolConfig"]) ? body["toolConfig"]["tools"] : undefined);
  for (const [index, { role, content }] of messages.entries()) {
    if (role === messages[index - 1]?.["role"]) return "roles must alternate between user and assistant";
    const blocks = listOf(content);
    if (blocks.length === 0) return `The content field in the Message object at messages.${index} is empty.`;
    const fault = blocks.map((block) => blockFault(block, tools.length > 0)).find((one) => one !== undefined);
    if (fault !== undefined) return `messages.${index}.content: ${fault}`;
    if (blocks.some((block) => "document" in block) && !blocks.some((block) => "text" in block))
      return "Your request includes a document without a text block.";
  }
  return missingResult(messages);
}

function blockFault(block: Json, hasTools: boolean): string | undefined {
  const [kind, ...others] = Object.keys(block);
  if (kind === undefined || others.length > 0 || !BLOCKS.has(kind)) return `invalid block ${Object.keys(block).join()}`;
  const value = block[kind];
  if (kind === "text") return typeof value === "string" && value.trim() !== "" ? undefined : "text must not be blank";
  if (!isJson(value)) return `${kind} must be an object`;
  if ((kind === "toolUse" || kind === "toolResult") && !hasTools)
    return "The toolConfig field must be defined when using toolUse and toolResult content blocks.";
  if ((kind === "toolUse" || kind === "toolResult") && !/^[a-zA-Z0-9_.:-]{1,64}$/.test(String(value["toolUseId"])))
    return "toolUseId does not match [a-zA-Z0-9_.:-]+";
  if (kind === "document" && !/^[\p{L}\p{N} ()[\]-]{1,200}$/u.test(String(value["name"]))) return "document name";
  if (kind === "document") return extraneous(value, "format name source context citations");
  if (kind === "searchResult") return searchFault(value);
  if (kind === "toolResult") {
    const content = listOf(value["content"]);
    const other = content.find(
      (one) => !/^(?:json|text|image|document|video|searchResult)$/.test(Object.keys(one).join()),
    );
    if (other) return `invalid block ${Object.keys(other).join()} in a result`;
    return content
      .map((one) => ("json" in one ? undefined : blockFault(one, hasTools)))
      .find((one) => one !== undefined);
  }
  if (kind === "image" && !["png", "jpeg", "gif", "webp"].includes(String(value["format"]))) return "image format";
  return undefined;
}

function extraneous(value: Json, known: string): string | undefined {
  const other = Object.keys(value).find((name) => !known.split(" ").includes(name));
  return other === undefined ? undefined : `extraneous key [${other}] is not permitted`;
}

function searchFault(value: Json): string | undefined {
  const missing = ["source", "title", "content"].find((name) => value[name] === undefined);
  return missing === undefined ? extraneous(value, "source title content citations") : `missing key [${missing}]`;
}

function missingResult(messages: readonly Json[]): string | undefined {
  const ids = (message: Json | undefined, kind: string): unknown[] =>
    listOf(message?.["content"]).flatMap((block) => (isJson(block[kind]) ? [block[kind]["toolUseId"]] : []));
  const open = messages.findIndex((message, index) => {
    const results = ids(messages[index + 1], "toolResult");
    return ids(message, "toolUse").some((id) => !results.includes(id));
  });
  return open === -1 ? undefined : `messages.${open}: toolUse without a toolResult in the next turn`;
}
