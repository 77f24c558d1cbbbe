import { CircleCheck, CircleDashed, CircleMinus, CircleX, type LucideIcon } from "lucide-react";
import { Card, CardHeader } from "@/components/ui/card";
import { Badge, type Tone } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import type { Explanation, NamedEntity } from "@/lib/wire/explanation";
import { Sentence } from "@/components/sentences/sentence";

type Check = Explanation["checks"][number];

const OUTCOMES: Readonly<Record<Check["outcome"], { label: string; icon: LucideIcon; colour: string; tone: Tone }>> = {
  pass: { label: "Pass", icon: CircleCheck, colour: "text-good", tone: "good" },
  skip: { label: "Skip", icon: CircleMinus, colour: "text-ink-faint", tone: "neutral" },
  fail: { label: "Fail", icon: CircleX, colour: "text-bad", tone: "bad" },
  "not reached": { label: "Not reached", icon: CircleDashed, colour: "text-ink-faint", tone: "neutral" },
};

/** Every check, in the order of evaluation. `names`: the names of entities that sentences name by their ids. */
export function CheckList({ checks, names }: { checks: readonly Check[]; names?: readonly NamedEntity[] }) {
  return (
    <Card>
      <CardHeader title="Checks" description="In the order of evaluation. The first failed check decides." />
      <ol className="divide-y" aria-label="Checks">
        {checks.map((check, index) => {
          const { label, icon: Icon, colour, tone } = OUTCOMES[check.outcome];
          return (
            <li
              key={index}
              className={classNames(
                "grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-2",
                check.outcome === "fail" && "bg-bad-soft/50",
              )}
            >
              <Icon className={classNames("mt-0.5 size-4", colour)} aria-hidden />
              <div className="min-w-0">
                <p className={classNames("font-medium", check.outcome === "not reached" && "text-ink-faint")}>
                  {nameOf(check.rule)}
                </p>
                {check.because && (
                  <p className="break-words text-ink-soft">
                    <Sentence text={check.because} names={names} />
                  </p>
                )}
              </div>
              <Badge tone={tone}>{label}</Badge>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

/** A rule such as `custom_validate` or `email-domain` as words, in the console's spelling. */
function nameOf(rule: string): string {
  const words = rule.replace(/[_-]/g, " ").replace("organization", "organisation").replace("email", "e-mail");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
