"use client";
import { Card, CardHeader } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { Note } from "@/components/ui/text";
import { answerDifference, shared } from "./answer-difference";
import type { Run } from "./run";

/** Where two answers part, word by word. Colour is never the only sign. */
export function DifferenceCard({ first, second }: { first: Run; second: Run }) {
  const runs = answerDifference(first.text, second.text);
  return (
    <Card>
      <CardHeader
        title="What differs"
        description={`Struck through: only ${first.model}. Underlined: only ${second.model}.`}
      >
        {runs && <span className="font-medium">{Math.round(shared(runs) * 100)}% the same</span>}
      </CardHeader>
      <div className="p-4">
        {runs ? (
          <p data-testid="difference" className="max-w-prose leading-relaxed break-words whitespace-pre-wrap">
            {runs.map(({ kind, text }, index) =>
              kind === "same" ? (
                <span key={index}>{text}</span>
              ) : kind === "removed" ? (
                <del key={index} className={classNames(MARK, "bg-bad-soft text-bad")}>
                  {text}
                </del>
              ) : (
                <ins key={index} className={classNames(MARK, "bg-good-soft text-good")}>
                  {text}
                </ins>
              ),
            )}
          </p>
        ) : (
          <Note>These answers are too long to compare here.</Note>
        )}
      </div>
    </Card>
  );
}

const MARK = "rounded-sm px-0.5";
