"use client";
import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { FindingView } from "@/components/shared/findings";
import type { PolicyTest } from "@/lib/config/policy-test-schema";
import type { PolicyTestView } from "@/lib/wire/policy-test";
import { EntryList } from "../entry-list";
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
    <EntryList
      title="Policy tests"
      description="Who may do what under these settings. Each save runs them, and a failing test stops the save."
      badge={badge}
      setting="policy_tests"
      noun="policy test"
      none="There are no policy tests."
      entries={tests}
      findings={findings}
      icon={(index) => <ResultIcon result={results?.[index]} />}
      row={(test, index) => (
        <>
          <p className="font-medium wrap-anywhere">{test.name}</p>
          <p className="text-meta wrap-anywhere text-ink-faint">
            <span className="font-mono">{askedOf(test)}</span> expects <span className="font-mono">{test.expect}</span>
          </p>
          <Failure result={results?.[index]} />
        </>
      )}
      onOpen={setOpened}
      onChange={onChange}
    >
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
    </EntryList>
  );
}

function ResultIcon({ result }: { result: PolicyTestView | undefined }) {
  if (!result) return <CircleDashed className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-label="Not tried yet" />;
  return result.passed ? (
    <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-label="Passes" />
  ) : (
    <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-label="Fails" />
  );
}

function Failure({ result }: { result: PolicyTestView | undefined }) {
  if (!result || result.passed) return null;
  return <p className="mt-0.5 text-meta wrap-anywhere text-bad">It {result.sentence}</p>;
}

function askedOf({ request: { method, route, model } }: PolicyTest): string {
  return [`${method} ${route}`, model].filter(Boolean).join(" ");
}
