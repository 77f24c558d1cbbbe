import { isIdOf, type SentenceKind, sentenceParts } from "@/lib/sentence-parts";
import type { NamedEntity } from "@/lib/wire/explanation";

/** A piece of a sentence as the console shows it. */
export type ToldPart =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "name"; readonly kind: SentenceKind; readonly id: string; readonly name: string }
  | { readonly is: "time"; readonly iso: string };

/** The sentence of a decision with names in place of the ids that have one, and its times apart. */
export function toldParts(sentence: string, names: readonly NamedEntity[]): readonly ToldPart[] {
  const parts = sentenceParts(sentence);
  return parts.flatMap((part, at): ToldPart[] => {
    switch (part.is) {
      case "text": {
        // How far a time is says "in 3 h", where the sentence says "at".
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

/** The name of an entity, by its id or by what sentences call it. Undefined: it has none. */
export function named(names: readonly NamedEntity[], kind: string, told: string): NamedEntity | undefined {
  return names.find((one) => one.kind === kind && (isIdOf(told, one.id) || one.told_as === told));
}

/** What an entity is called, for texts without links: its name, or its id. */
export function calledBy(names: readonly NamedEntity[]): (kind: string, id: string) => string {
  return (kind, id) => named(names, kind, id)?.name ?? id;
}
