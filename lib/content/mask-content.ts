import { isObject } from "@/lib/is-object";
import { redact } from "@/lib/redact";

/**
 * A JSON text whose strings have lost what looks like a credential, by the rules of the log. Everything else stays as
 * it was written, long numbers included. Anything else is masked as a whole.
 */
export function maskJson(text: string): string {
  if (redact(text) === text && !text.includes("\\")) return text;
  return isJson(text) ? maskStrings(text) : redact(text);
}

function maskStrings(text: string): string {
  let masked = "";
  let done = 0;
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', done)) {
    const end = endOfString(text, start) + 1;
    masked += text.slice(done, start) + maskString(text.slice(start, end));
    done = end;
  }
  return masked + text.slice(done);
}

/** The position of the quote that ends the string whose quote is at `start`, in valid JSON. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === "\\") before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}

function maskString(literal: string): string {
  const value = literal.includes("\\") ? String(JSON.parse(literal)) : literal.slice(1, -1);
  const masked = redact(value);
  return masked === value ? literal : JSON.stringify(masked);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A value whose strings have lost what looks like a credential. The names of members are left as they are. */
export function maskValue(value: unknown): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map(maskValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskValue(member)]));
}
