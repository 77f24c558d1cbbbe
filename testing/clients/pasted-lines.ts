import type { ClientTarget } from "@/lib/wire/clients/client-guide";
import { CLIENT_GUIDES } from "@/lib/wire/clients/clients";

/** Lines of a page of docs/clients that are a program as they stand. */
export interface PastedLines {
  readonly page: string;
  readonly way: "key" | "token";
  readonly language: "python" | "typescript";
  program(target: ClientTarget): string;
}

type Asks = Partial<Record<PastedLines["language"], (model: string) => string>>;

/** The lines with a token end with a client. This asks it, and prints the answer. */
const ASKS: Readonly<Record<string, Asks>> = {
  "openai-sdk": {
    python: (model) => `print(client.chat.completions.create(${pythonCall(model)}).choices[0].message.content)`,
    typescript: (model) => `console.log((await client.chat.completions.create(${call(model)})).choices[0]);`,
  },
  "anthropic-sdk": {
    python: (model) => `print(client.messages.create(max_tokens=200, ${pythonCall(model)}).content[0].text)`,
    typescript: (model) =>
      `console.log((await client.messages.create({ max_tokens: 200, ...${call(model)} })).content);`,
  },
  "vercel-ai-sdk": {
    typescript: (model) =>
      `import { generateText } from "ai";\nconsole.log((await generateText({ model: gateway("${model}"), prompt: "Hello." })).text);`,
  },
  langchain: { python: () => 'print(model.invoke("Hello.").content)' },
};

const call = (model: string) => `{ model: "${model}", messages: [{ role: "user", content: "Hello." }] }`;
const pythonCall = (model: string) => `model="${model}", messages=[{"role": "user", "content": "Hello."}]`;

/** Every page of a library, with each language in which it has lines. */
export function pastedLines(): PastedLines[] {
  const guides = Object.values(CLIENT_GUIDES).flat();
  return Object.entries(ASKS).flatMap(([page, asks]) =>
    Object.entries(asks).flatMap(([name, ask]) => {
      const language = name as PastedLines["language"];
      const guide = guides.find(({ id }) => id === page);
      const linesOf = (way: "withKey" | "withToken", target: ClientTarget): string =>
        guide?.[way]?.(target).find((snippet) => snippet.language === language)?.text ?? "";
      return [
        { page, way: "key", language, program: (target) => linesOf("withKey", target) },
        {
          page,
          way: "token",
          language,
          program: (target) => `${linesOf("withToken", target)}\n${ask(target.model)}`,
        },
      ] satisfies PastedLines[];
    }),
  );
}
