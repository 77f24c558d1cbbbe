/** Where a client is pointed to. Who calls stands in the variable `SECRET_VARIABLE`: no snippet holds a secret. */
export interface ClientTarget {
  /** The gateway's address, without `/v1` and without a trailing slash. */
  readonly gateway: string;
  readonly model: string;
}

/** Lines to paste. */
export interface ClientSnippet {
  /** Where they belong: a shell, or the path of a file. */
  readonly place: string;
  readonly language: "sh" | "json" | "toml" | "yaml" | "python" | "typescript" | "text";
  readonly text: string;
}

/** How a client is set up for the gateway. docs/clients has a page for each, and the console shows the same lines. */
export interface ClientGuide {
  /** The name of its page. */
  readonly id: string;
  readonly name: string;
  /** The API that it speaks: which model names fit, and which routes its callers must be allowed. */
  readonly speaks: "Chat Completions" | "Messages" | "Responses" | "several";
  withKey(target: ClientTarget): readonly ClientSnippet[];
  /** With a token that the client fetches again by itself; absent: it keeps what it is given, as its page then says. */
  withToken?(target: ClientTarget): readonly ClientSnippet[];
  /** What to know before, a sentence or two each. */
  readonly notes: readonly string[];
  /** What goes wrong, and what to do then. */
  readonly faults: readonly { readonly symptom: string; readonly cure: string }[];
  /** The test that runs the client, by its path; absent: no test does. */
  readonly test?: string;
  /** The version that was tried by hand, and the day; absent: it was not. */
  readonly tried?: { readonly version: string; readonly on: string };
  /** Why it was neither tested nor tried, after "because"; absent: it was. */
  readonly untried?: string;
}
