"use client";
import { CircleAlert, CircleCheck, CircleDashed, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { FindingView } from "@/components/shared/findings";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import type { PolicyTest } from "@/lib/config/policy-test-schema";
import type { PolicyTestView } from "@/lib/wire/policy-test";
import { findingsAt } from "./draft";
import { FindingLines } from "./finding-lines";
import { PolicyTestDialog } from "./policy-test-dialog";
import { EXAMPLE_TEST } from "./read-policy-test";

/** The policy tests of the draft with their results. `results` are undefined until the draft has been tried. */
export function PolicyTests({
  tests,
  results,
  findings,
  onChange,
  badge,
}: {
  tests: readonly PolicyTest[];
  results: readonly PolicyTestView[] | undefined;
  findings: readonly FindingView[];
  onChange: (tests: PolicyTest[]) => void;
  badge: ReactNode;
}) {
  const [opened, setOpened] = useState<number>();
  const close = () => setOpened(undefined);
  return (
    <Card>
      <CardHeader
        title="Policy tests"
        description="Who may do what under these settings. Each save runs them, and a failing test stops the save."
      >
        {badge}
      </CardHeader>
      <div className="p-4">
        {tests.length === 0 && <p className="text-ink-faint">There are no policy tests.</p>}
        <ol className="divide-y">
          {tests.map((test, index) => (
            <li key={index} className="flex items-start gap-2 py-2 first:pt-0">
              <Mark result={results?.[index]} />
              <div className="min-w-0 flex-1">
                <p className="font-medium wrap-anywhere">{test.name}</p>
                <p className="text-[12.5px] wrap-anywhere text-ink-faint">
                  <span className="font-mono">{askedOf(test)}</span> expects{" "}
                  <span className="font-mono">{test.expect}</span>
                </p>
                <Failure result={results?.[index]} />
                <FindingLines findings={findingsAt(findings, `policy_tests.${index}`)} />
              </div>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Edit policy test ${index + 1}`}
                onClick={() => setOpened(index)}
              >
                <Pencil className="size-4" aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove policy test ${index + 1}`}
                onClick={() => onChange(tests.filter((_, at) => at !== index))}
              >
                <Trash2 className="size-4" aria-hidden />
              </Button>
            </li>
          ))}
        </ol>
        <FindingLines findings={findings.filter(({ path }) => path === "policy_tests")} />
        <Button size="small" className="mt-3" onClick={() => setOpened(tests.length)}>
          <Plus className="size-3.5" aria-hidden /> Add policy test
        </Button>
      </div>
      <PolicyTestDialog
        initial={opened === undefined ? undefined : (tests[opened] ?? EXAMPLE_TEST)}
        title={opened === undefined || opened < tests.length ? "Edit policy test" : "Add policy test"}
        submit="Keep in the draft"
        onClose={close}
        onSubmit={(test) => {
          onChange(opened === undefined ? [...tests] : tests.toSpliced(opened, 1, test));
          close();
        }}
      />
    </Card>
  );
}

function Mark({ result }: { result: PolicyTestView | undefined }) {
  if (!result) return <CircleDashed className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-label="Not tried yet" />;
  return result.passed ? (
    <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-label="Passes" />
  ) : (
    <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-label="Fails" />
  );
}

function Failure({ result }: { result: PolicyTestView | undefined }) {
  if (!result || result.passed) return null;
  return <p className="mt-0.5 text-[12.5px] wrap-anywhere text-bad">It {result.sentence}</p>;
}

function askedOf({ request: { method, route, model } }: PolicyTest): string {
  return [`${method} ${route}`, model].filter(Boolean).join(" ");
}
