import { ArrowRight } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { Choice } from "./use-choices";

/** What fits the searched text, by groups. `active`: the index of the result that Enter takes. */
export function ResultList({
  id,
  choices,
  active,
  optionId,
  onHover,
  onChoose,
}: {
  id: string;
  choices: readonly Choice[];
  active: number;
  optionId: (at: number) => string;
  onHover: (at: number) => void;
  onChoose: (choice: Choice) => void;
}) {
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <div role="listbox" id={id} aria-label="Results">
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group} className="mb-1 last:mb-0">
          <p aria-hidden className="px-2.5 pt-2 pb-1 text-meta font-medium text-ink-faint">
            {group}
          </p>
          {choices.map((choice, at) => {
            if (choice.group !== group) return null;
            const Icon = choice.icon ?? ArrowRight;
            return (
              <div
                key={choice.key}
                role="option"
                id={optionId(at)}
                aria-selected={at === active}
                onMouseMove={() => onHover(at)}
                onClick={() => onChoose(choice)}
                className={classNames(
                  "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5",
                  at === active && "bg-accent-soft text-accent-text",
                )}
              >
                <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden />
                <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
                  {choice.label}
                </span>
                {choice.detail !== undefined && (
                  <span className="max-w-[45%] truncate font-mono text-meta text-ink-faint">{choice.detail}</span>
                )}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
