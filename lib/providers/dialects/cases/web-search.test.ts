import { describe, expect, test } from "vitest";
import { NO_USAGE } from "@/lib/usage";
import { readAll } from "@/testing/gateway/split-everywhere";
import { eventData } from "../../events/event-splitter";
import { ExactNumbers } from "../../exact-numbers";
import type { AnswerEvent, AnswerPart, NeutralAnswer } from "../../form/answer";
import type { Citation } from "../../form/request";
import { translateRequest } from "../../form/translated";
import { TranslatedStream } from "../../form/translated-stream";
import { listAt, objectAt, type JsonObject } from "../../json-value";
import { CLIENTS, UPSTREAMS } from "../halves";

type Dialect = keyof typeof CLIENTS & keyof typeof UPSTREAMS;
const DIALECTS = Object.keys(CLIENTS) as Dialect[];
const PAIRS = DIALECTS.flatMap((client) =>
  (Object.keys(UPSTREAMS) as (keyof typeof UPSTREAMS)[]).map((upstream) => [client, upstream] as const),
);
const hello = [{ role: "user", content: "Hello" }];
const place = { city: "Kiel", country: "DE" };

/** A search as a client asks for it, with all that its dialect can say of one but lists of domains. */
const ASKED: Readonly<Record<Dialect, JsonObject>> = {
  chat: {
    messages: hello,
    web_search_options: {
      search_context_size: "low",
      user_location: { type: "approximate", approximate: place },
    },
  },
  messages: {
    max_tokens: 9,
    messages: hello,
    tools: [
      {
        type: "web_search_20250305",
        name: "web_search",
        max_uses: 3,
        user_location: { type: "approximate", ...place },
      },
    ],
  },
  responses: {
    input: "Hello",
    tools: [{ type: "web_search", search_context_size: "low", user_location: { type: "approximate", ...place } }],
  },
  google: { contents: [{ role: "user", parts: [{ text: "Hello" }] }], tools: [{ googleSearch: {} }] },
};
const HAS_PLACE = (client: Dialect): boolean => client !== "google";
const HAS_SIZE = (client: Dialect): boolean => client === "chat" || client === "responses";

function sentTo(upstream: keyof typeof UPSTREAMS, client: Dialect, body: JsonObject, model = "gpt-4o-search-preview") {
  return translateRequest(CLIENTS[client], UPSTREAMS[upstream], body, { model, provider: "p" });
}

describe.each(DIALECTS)("a search that a client of %s asks for", (client) => {
  const location = HAS_PLACE(client) ? { type: "approximate", ...place } : undefined;
  const size = HAS_SIZE(client) ? "low" : undefined;
  const asked = ASKED[client];

  test("is Anthropic's tool", () => {
    expect(sentTo("messages", client, asked, "claude-opus-4-6")["tools"]).toEqual([
      {
        type: "web_search_20250305",
        name: "web_search",
        ...(client === "messages" && { max_uses: 3 }),
        ...(location && { user_location: location }),
      },
    ]);
  });

  test("is the tool of Responses, which also says what it found", () => {
    expect(sentTo("responses", client, asked)).toMatchObject({
      tools:
        client === "responses"
          ? listAt(asked, "tools")
          : [
              {
                type: "web_search",
                ...(size !== undefined && { search_context_size: size }),
                ...(location && { user_location: location }),
              },
            ],
      include: ["web_search_call.action.sources"],
    });
  });

  test("is a parameter of Chat Completions, where a model searches by it", () => {
    expect(sentTo("chat", client, asked)["web_search_options"]).toEqual({
      ...(size !== undefined && { search_context_size: size }),
      ...(location && { user_location: { type: "approximate", approximate: place } }),
    });
    expect(() => sentTo("chat", client, asked, "gpt-4o")).toThrow("only the caller's own functions");
  });

  test("is Google's tool", () => {
    expect(sentTo("google", client, asked, "gemini-2.5-flash")["tools"]).toEqual([{ googleSearch: {} }]);
  });

  test.each(["cohere", "converse"] as const)("is refused by name at %s, or dropped where that is asked for", (name) => {
    expect(() => sentTo(name, client, asked, "m")).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        options: expect.objectContaining({ param: expect.stringMatching(/^(?:tools|web_search_options)/) }),
      }),
    );
    const target = { model: "m", provider: "p", dropsParams: true };
    const dropped = new Set<string>();
    const sent = translateRequest(CLIENTS[client], UPSTREAMS[name], asked, target, { dropped });
    expect(JSON.stringify(sent)).not.toContain("search");
    expect([...dropped].join(" ")).toMatch(/tools\.0|web_search_options/);
  });
});

describe("lists of domains", () => {
  const only = { ...objectAt({ tool: listAt(ASKED.messages, "tools")[0] }, "tool"), allowed_domains: ["kiel.de"] };
  const not = { ...objectAt({ tool: listAt(ASKED.messages, "tools")[0] }, "tool"), blocked_domains: ["kiel.de"] };
  const body = (tool: JsonObject): JsonObject => ({ ...ASKED.messages, tools: [tool] });

  test("are carried where the upstream has them", () => {
    const allowed = sentTo("responses", "messages", body(only))["tools"];
    expect(allowed).toMatchObject([{ filters: { allowed_domains: ["kiel.de"] } }]);
    const back = { input: "Hello", tools: listAt({ allowed }, "allowed") };
    expect(sentTo("messages", "responses", back, "claude-opus-4-6")["tools"]).toMatchObject([
      { allowed_domains: ["kiel.de"] },
    ]);
    const target = { model: "gemini-2.5-pro", provider: "vertex_ai" };
    expect(translateRequest(CLIENTS.messages, UPSTREAMS.google, body(not), target)["tools"]).toEqual([
      { googleSearch: { excludeDomains: ["kiel.de"] } },
    ]);
  });

  test.each([
    ["chat", only, "allowed"],
    ["chat", not, "blocked"],
    ["responses", not, "blocked"],
    ["google", only, "allowed"],
    ["google", not, "blocked"],
  ] as const)("are refused at %s otherwise, because the answer would rest on other pages", (upstream, tool, name) => {
    expect(() => sentTo(upstream, "messages", body(tool))).toThrow(`takes no list of ${name} domains`);
  });

  test("beside functions, Google's models do not search", () => {
    const tools = [...listAt(ASKED.messages, "tools"), { name: "now", input_schema: { type: "object" } }];
    expect(() => sentTo("google", "messages", { ...ASKED.messages, tools }, "gemini-2.5-pro")).toThrow(
      "not both in one request",
    );
  });
});

const TEXT = "Grüße 👋 aus Kiel. Es regnet.";
const RAIN = { start: TEXT.indexOf("Es"), end: TEXT.length };
const PAGE = { url: "https://kiel.de/wetter", title: "Wetter in Kiel" };
const CITED: Citation = { ...PAGE, quote: undefined, span: RAIN };
const CALL = { model: "asked-for", body: {}, startedAt: 1_700_000_000_000 };
const USAGE = { ...NO_USAGE, promptTokens: 11, completionTokens: 7 };
const ANSWER: NeutralAnswer = {
  id: "answer",
  model: "the-model",
  parts: [
    { kind: "search", id: "search_1", queries: ["weather Kiel"], found: [PAGE] },
    { kind: "text", text: TEXT, citations: [CITED] },
  ],
  end: "stop",
  usage: USAGE,
};
const EVENTS: readonly AnswerEvent[] = [
  { kind: "start", id: "answer", model: "the-model" },
  { kind: "search", id: "search_1", queries: ["weather Kiel"], found: [PAGE] },
  { kind: "text", text: TEXT.slice(0, 9) },
  { kind: "text", text: TEXT.slice(9) },
  { kind: "cited", citation: CITED },
  { kind: "close" },
  { kind: "end", end: "stop" },
];

function wholeFrom(dialect: Dialect): JsonObject {
  return JSON.parse(JSON.stringify(CLIENTS[dialect].writeAnswer(ANSWER, CALL, new ExactNumbers())));
}

function streamFrom(dialect: Dialect): string {
  const writer = CLIENTS[dialect].writer(CALL);
  return EVENTS.map((event) => writer.write(event)).join("") + writer.finish({ reported: USAGE, usage: USAGE });
}

/** What of the web an answer shows: Chat Completions has no place for searches, and Anthropic none for spans. */
function seen(parts: readonly AnswerPart[]) {
  const text = parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("");
  return {
    text,
    queries: parts.flatMap((part) => (part.kind === "search" ? part.queries : [])),
    cited: parts.flatMap((part) =>
      part.kind === "text"
        ? (part.citations ?? []).map(({ url, span }) => ({
            url,
            words: span ? part.text.slice(span.start, span.end) : part.text,
          }))
        : [],
    ),
  };
}

function expected(client: Dialect, upstream: Dialect) {
  const isShown = client !== "chat" && upstream !== "chat";
  const isSpanned = client !== "messages" && upstream !== "messages";
  return {
    text: TEXT,
    queries: isShown ? ["weather Kiel"] : [],
    cited: [{ url: PAGE.url, words: isSpanned ? "Es regnet." : TEXT }],
  };
}

/** The answer that the events of a stream make. */
function gathered(client: Dialect, stream: string): AnswerPart[] {
  const reader = UPSTREAMS[client].reader();
  const events = stream
    .split("\n\n")
    .filter((event) => event !== "")
    .flatMap((event) => reader.read(eventData(Buffer.from(`${event}\n\n`)).trim()));
  const said = events.flatMap((event) => (event.kind === "text" ? [event.text] : [])).join("");
  const citations = events.flatMap((event) => (event.kind === "cited" ? [event.citation] : []));
  return [...events.filter((event) => event.kind === "search"), { kind: "text", text: said, citations }];
}

describe.each(PAIRS)("an answer from the web for a client of %s, from an upstream of %s", (client, upstream) => {
  if (upstream === "cohere" || upstream === "converse") {
    test("is never asked for", () => expect(UPSTREAMS[upstream].searches).toBeUndefined());
    return;
  }
  const read = UPSTREAMS[upstream].readAnswer(wholeFrom(upstream));
  const written: JsonObject = JSON.parse(JSON.stringify(CLIENTS[client].writeAnswer(read, CALL, new ExactNumbers())));

  test("shows what was searched and cites its pages", () => {
    expect(seen(UPSTREAMS[client].readAnswer(written).parts)).toEqual(expected(client, upstream));
  });

  test("does so in a stream, however it is cut", () => {
    const stream = streamFrom(upstream);
    const bytes = Buffer.from(stream);
    const [whole = "", cut] = [[bytes], Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))].map(
      (pieces) =>
        readAll(new TranslatedStream(UPSTREAMS[upstream].reader(), CLIENTS[client].writer(CALL)), pieces).text,
    );
    expect(cut).toBe(whole);
    expect(seen(gathered(client, whole))).toEqual(expected(client, upstream));
  });
});

/** The next turn of a client that sends back what it got. */
const NEXT: Readonly<Record<Dialect, (answer: JsonObject) => JsonObject>> = {
  chat: (answer) => ({
    messages: [...hello, objectAt({ ...(listAt(answer, "choices")[0] as JsonObject) }, "message"), ...hello],
  }),
  messages: ({ content }) => ({
    max_tokens: 9,
    messages: [...hello, { role: "assistant", content }, ...hello],
  }),
  responses: ({ output }) => ({ input: [...hello, ...(output as JsonObject[]), ...hello] }),
  google: (answer) => ({
    contents: [
      { role: "user", parts: [{ text: "Hello" }] },
      objectAt({ ...(listAt(answer, "candidates")[0] as JsonObject) }, "content"),
      { role: "user", parts: [{ text: "Hello" }] },
    ],
  }),
};

test.each(PAIRS)(
  "what was found before comes back from a client of %s, and %s takes the text of it",
  (client, upstream) => {
    const next = NEXT[client](wholeFrom(client));
    const sent = JSON.stringify(sentTo(upstream, client, next, "claude-opus-4-6"));
    expect(sent).toContain("Es regnet.");
    expect(sent).not.toContain("search_1");
  },
);
