import type { ModelTest } from "@/lib/wire/contracts/models";

/** The result of a test, in a few words. */
export interface TestVerdict {
  readonly tone: "good" | "warn" | "bad";
  readonly title: string;
}

/** The results of the provider's list of models, and of the token if one was asked for. */
export function testVerdict({ list, chat }: Pick<ModelTest, "list" | "chat">): {
  readonly list: TestVerdict;
  readonly chat: TestVerdict | undefined;
} {
  return { list: listVerdict(list), chat: chat ? chatVerdict(chat) : undefined };
}

function listVerdict({ outcome, status, has_model: hasModel }: ModelTest["list"]): TestVerdict {
  switch (outcome) {
    case "ok":
      if (hasModel === false) return { tone: "warn", title: "The provider does not list this model" };
      return {
        tone: "good",
        title: hasModel === true ? "The provider has this model" : "The provider accepts the key",
      };
    case "refused":
      return { tone: "bad", title: "The provider refuses the key" };
    case "no_list":
      return {
        tone: "warn",
        title: status === null ? "The provider has no list of models" : "The provider answers, and lists no models",
      };
    case "failed":
      return { tone: "bad", title: "The provider cannot be used" };
  }
}

/** What is asked for on each route. */
const ASKED_FOR: Readonly<Record<NonNullable<ModelTest["chat"]>["route"], string>> = {
  "/chat/completions": "token",
  "/embeddings": "vector",
  "/rerank": "score",
};

function chatVerdict({ ok, route, status, code }: NonNullable<ModelTest["chat"]>): TestVerdict {
  const what = ASKED_FOR[route];
  return ok
    ? { tone: "good", title: `A ${what} came back` }
    : { tone: "bad", title: `No ${what} came back: ${status} ${code ?? ""}`.trim() };
}
