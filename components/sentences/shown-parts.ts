import { isIdOf, type SentenceKind, sentenceParts } from "@/lib/sentence-parts";
import type { NamedEntity } from "@/lib/wire/explanation";

/** A piece of a sentence as the console shows it. */
export type ShownPart =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "name"; readonly kind: SentenceKind; readonly id: string; readonly name: string }
  | { readonly is: "time"; readonly iso: string };

/** Splits the sentence of a decision into text, names in place of the ids that have one, and times. */
export function shownParts(sentence: string, names: readonly NamedEntity[]): readonly ShownPart[] {
  const parts = sentenceParts(sentence);
  return parts.flatMap((part, at): ShownPart[] => {
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

/** The entity that a sentence mentions by its id or by another text. Undefined: it has no name. */
export function named(names: readonly NamedEntity[], kind: string, told: string): NamedEntity | undefined {
  return names.find((one) => one.kind === kind && (isIdOf(told, one.id) || one.told_as === told));
}

/** What to call an entity in texts without links: its name, or else its id. */
export function calledBy(names: readonly NamedEntity[]): (kind: string, id: string) => string {
  return (kind, id) => named(names, kind, id)?.name ?? id;
}
