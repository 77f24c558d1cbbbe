import { classNames } from "@/components/ui/class-names";

const COLOURS = [
  "bg-accent-soft text-accent-text",
  "bg-good-soft text-good",
  "bg-warn-soft text-warn",
  "bg-bad-soft text-bad",
] as const;

/** The mark of a provider: its initials in a colour of its own. */
export function ProviderMark({ name }: { name: string }) {
  const sum = [...name].reduce((before, letter) => before + (letter.codePointAt(0) ?? 0), 0);
  const words = name.split(/[_\W]/).filter((word) => word !== "");
  const initials = words.length > 1 ? words.map((word) => word.charAt(0)).join("") : name.slice(0, 2);
  return (
    <span
      aria-hidden
      className={classNames(
        "grid size-7 shrink-0 place-items-center rounded-md text-meta font-semibold uppercase",
        COLOURS[sum % COLOURS.length] ?? COLOURS[0],
      )}
    >
      {initials.slice(0, 2)}
    </span>
  );
}
