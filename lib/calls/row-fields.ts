import { nanoFromDollars } from "@/lib/prices/money";
import type { JsonObject } from "@/lib/providers/json-value";
import { readTried, type TriedAttempt } from "./tried";

/** The values of a row of the journal. One that is missing or of another type is the usual one. */
export class RowFields {
  constructor(private readonly fields: JsonObject) {}

  text<None extends string | null>(name: string, none: None): string | None {
    const value = this.fields[name];
    return typeof value === "string" ? value : none;
  }

  number<None extends number | null>(name: string, none: None): number | None {
    const value = this.fields[name];
    return typeof value === "number" ? value : none;
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[], otherwise: Choice): Choice {
    return choices.find((choice) => choice === this.fields[name]) ?? otherwise;
  }

  /** Milliseconds since the epoch. */
  time(name: string): number {
    return Date.parse(this.text(name, ""));
  }

  flag(name: string): boolean {
    return this.fields[name] === true;
  }

  names(name: string): readonly string[] {
    const value = this.fields[name];
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  }

  tried(name: string): readonly TriedAttempt[] {
    return readTried(this.fields[name]);
  }

  /** Whole nano-dollars. @throws RangeError if it is not an amount */
  dollars(name: string): bigint {
    return nanoFromDollars(this.text(name, ""));
  }
}
