import { inside, listOf, objectOf, OWN, READ, type InnerMembers, type InnerTable } from "../../../form/inner-members";
import { THOUGHT, TITLE } from "../../chat/client/inner";
import { camelCase, textOf } from "../spelling";
import { openSeal, UNSIGNED } from "../thoughts";

const SHOWN: InnerMembers = {
  text: READ,
  inlineData: inside(objectOf({ mimeType: READ, data: READ, displayName: TITLE })),
  fileData: inside(objectOf({ mimeType: READ, fileUri: READ, displayName: TITLE })),
  executableCode: READ,
  codeExecutionResult: READ,
  toolCall: READ,
  toolResponse: READ,
  videoMetadata: OWN,
  mediaResolution: OWN,
  partMetadata: OWN,
};
const PART: InnerMembers = {
  ...SHOWN,
  thought: {
    ...OWN,
    says: "Thoughts go back in the signature after them.",
    asksNothing: (value) => value === false,
  },
  thoughtSignature: {
    ...OWN,
    says: "Only a signature that Google made. From one that the gateway made, thoughts go back to the model that signed them.",
    asksNothing: (value) => value === UNSIGNED,
  },
  functionCall: inside(objectOf({ id: READ, name: READ, args: READ })),
  functionResponse: inside(
    objectOf({
      id: READ,
      name: READ,
      response: READ,
      parts: inside(listOf(objectOf(SHOWN))),
      willContinue: OWN,
      scheduling: OWN,
    }),
  ),
};
const SEALED: InnerMembers = { ...PART, thoughtSignature: THOUGHT };
const PARTS = listOf({
  kinds: { "": PART },
  members: (part) => (openSeal(textOf(part, "thoughtSignature")).length > 0 ? SEALED : PART),
});
const CONTENT = objectOf({ role: READ, parts: inside(PARTS) });

const FUNCTION = objectOf({
  name: READ,
  description: READ,
  parameters: READ,
  parametersJsonSchema: READ,
  response: OWN,
  responseJsonSchema: OWN,
  behavior: OWN,
});

const TOOL: InnerMembers = {
  functionDeclarations: inside(listOf(FUNCTION)),
  googleSearch: inside(objectOf({ excludeDomains: READ, timeRangeFilter: OWN, searchTypes: OWN })),
};

/** What the parameters of `generateContent` have inside. */
export const GOOGLE_INNER: InnerTable = {
  contents: listOf(CONTENT),
  systemInstruction: CONTENT,
  tools: listOf({
    kinds: { "": TOOL },
    // A tool of another kind is refused by its name.
    members: (tool) =>
      Object.fromEntries(Object.keys(tool).map((name) => [camelCase(name), TOOL[camelCase(name)] ?? READ])),
  }),
  "toolConfig.functionCallingConfig": objectOf({
    mode: READ,
    allowedFunctionNames: READ,
    streamFunctionCallArguments: OWN,
  }),
  "generationConfig.thinkingConfig": objectOf({ includeThoughts: READ, thinkingBudget: READ, thinkingLevel: READ }),
};
