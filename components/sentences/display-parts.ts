import { isIdOf, type SentenceKind, sentenceParts } from "@/lib/sentence-parts";
import type { NamedEntity } from "@/lib/wire/explanation";

/** A piece of a sentence as the console shows it. */
export type DisplayPart =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "name"; readonly kind: SentenceKind; readonly id: string; readonly name: string }
  | { readonly is: "time"; readonly iso: string };

/** Splits the sentence of a decision into texts, names in place of ids that have one, and times. */
export function displayParts(sentence: string, names: readonly NamedEntity[]): readonly DisplayPart[] {
  const parts = sentenceParts(sentence);
  return parts.flatMap((part, at): DisplayPart[] => {
    switch (part.is) {
      case "text": {
        // The console shows a time as "in 3 h", so the "at" of the sentence goes.
        const text = parts[at + 1]?.is === "time" ? part.text.replace(/\bat $/, "") : part.text;
        return text === "" ? [] : [{ is: "text", text }];
      }
      case "time":
        return [{ is: "time", iso: part.iso }];
      case "id": {
        const known = named(names, part.kind, part.id);
        return [
          known ? { is: "name", kind: known.kind, id: known.id, name: known.name } : { is: "text", text: part.text },
        ];
      }
    }
  });
}

/** The entity that a sentence mentions by its id or by another text (`told_as`). Undefined: its name is not known. */
export function named(names: readonly NamedEntity[], kind: string, mention: string): NamedEntity | undefined {
  return names.find((one) => one.kind === kind && (isIdOf(mention, one.id) || one.told_as === mention));
}

/** What to call an entity in strings without links: its name, or else its id. */
export function calledBy(names: readonly NamedEntity[]): (kind: string, id: string) => string {
  return (kind, id) => named(names, kind, id)?.name ?? id;
}
