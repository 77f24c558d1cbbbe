import { setTimeout } from "node:timers/promises";
import { Settled } from "./settle";
import type { Kept, Seen, Step } from "./step";

/** A request of a page and its answer. */
export interface ApiExample {
  /** `POST /team/new`, with values in place of the path's parameters. */
  readonly request: string;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly status: number;
  /** JSON, or the beginning of what else it is. */
  readonly answer: unknown;
}

/** Examples by operation. recorded.json has them as api-examples.database.test.ts was answered. */
export type ApiExamples = Readonly<Record<string, ApiExample>>;

/** The headers of somebody who asks with a bearer or with a cookie. */
function proof(credential: string): Readonly<Record<string, string>> {
  return /^[\w.-]+=/.test(credential)
    ? { cookie: credential, "x-gateway-console": "1" }
    : { authorization: `Bearer ${credential}` };
}

/** Asks for every step, in order. `bearers`: who may ask, by name; what a step keeps may ask too. */
export async function record(
  send: (path: string, init: RequestInit) => Promise<Response>,
  steps: readonly Step[],
  known: Readonly<Record<string, string>>,
): Promise<ApiExamples> {
  const seen = new Map(Object.entries(known));
  const settled = new Settled();
  const examples: Record<string, ApiExample> = {};
  for (const step of steps) {
    const [method = "", pattern = ""] = step.operation.split(" ");
    const parameters = valueOf(step.path, seen) ?? {};
    const path = pattern.replace(/\{(\w+)\}/g, (_whole, name: string) => parameters[name] ?? "");
    const query = valueOf(step.query, seen);
    const target = query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`;
    const body = valueOf(step.body, seen);
    const fields = step.fields?.(seen);
    const ask = async (): Promise<Answered> => {
      const response = await send(target, {
        method,
        redirect: "manual",
        headers: {
          ...proof(seen.get(step.as ?? "master") ?? ""),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(step.form !== undefined && { body: formOf(step.form) }),
        ...(fields !== undefined && { body: new URLSearchParams(fields) }),
      });
      return { response, ...(await readAnswer(response)) };
    };
    let { response, answer, text } = await ask();
    while (step.until?.(answer as Kept["body"]) === false) {
      await setTimeout(50);
      ({ response, answer, text } = await ask());
    }
    for (const [name, read] of Object.entries(step.keep ?? {}))
      seen.set(name, String(read({ body: answer as Kept["body"], text, headers: response.headers })));
    if (step.isScene) continue;
    examples[step.operation] = {
      request: `${method} ${settled.text(decodeURIComponent(target))}`,
      ...(body !== undefined && { body: settled.of(body) }),
      ...(step.form !== undefined && { form: shownForm(step.form) }),
      ...(fields !== undefined && { form: settled.of(fields) as Record<string, string> }),
      status: response.status,
      answer: settled.of(answer),
    };
  }
  return examples;
}

function valueOf<Value>(value: Value | ((seen: Seen) => Value) | undefined, seen: Seen): Value | undefined {
  return typeof value === "function" ? (value as (seen: Seen) => Value)(seen) : value;
}

function formOf(form: NonNullable<Step["form"]>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form))
    if (typeof value === "string") data.append(name, value);
    else data.append(name, new Blob(["bytes"]), value.file);
  return data;
}

function shownForm(form: NonNullable<Step["form"]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, typeof value === "string" ? value : `@${value.file}`]),
  );
}

/** An answer, as a page shows it and whole. */
interface Answered {
  readonly response: Response;
  readonly answer: unknown;
  readonly text: string;
}

/** JSON as it is; a stream, an export or a text by its first lines; bytes by their type. */
async function readAnswer(response: Response): Promise<Omit<Answered, "response">> {
  const type = response.headers.get("content-type") ?? "";
  const text = await response.text();
  if (type.startsWith("application/json")) return { answer: JSON.parse(text), text };
  if (/^(?:audio|image)\//.test(type)) return { answer: `(${type}: ${text === "" ? "nothing" : "bytes"})`, text };
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return { answer: lines.slice(0, 2).join("\n"), text };
}
