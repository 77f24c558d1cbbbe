"use client";
import { CircleAlert, CircleCheck, TriangleAlert, Zap } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { InputOf } from "@/components/api/client";
import { formatCount, formatDollars, formatDuration } from "@/components/api/format";
import { useOperation } from "@/components/api/use-operation";
import { WriteButton } from "@/components/shared/forms/write-button";
import { useReadOnly } from "@/components/shared/read-only";
import { classNames } from "@/components/ui/class-names";
import { Input } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { type ModelTest, modelContracts } from "@/lib/wire/contracts/models";
import { testVerdict, type TestVerdict } from "./test-verdict";

type Tested = Omit<InputOf<typeof modelContracts.test>, "chat" | "model">;

/**
 * Tests an entry, in force or as typed: first by its provider's list of models, then on demand by one token. `name`:
 * the name that callers use, or a pattern.
 */
export function EntryTest({ entry, name, disabled }: { entry: Tested; name: string; disabled?: boolean }) {
  const [model, setModel] = useState("");
  const test = useOperation(modelContracts.test, { keepsSecret: true });
  const readOnly = useReadOnly();
  const isPattern = name.includes("*");
  const asked = isPattern ? model.trim() : name.trim();
  // A result is shown only while the entry is the one that was tested.
  const key = JSON.stringify([entry, asked]);
  const [testedKey, setTestedKey] = useState("");
  const isShown = testedKey === key;
  const run = (chat: boolean) => {
    setTestedKey(key);
    test.mutate({ ...entry, ...(isPattern && asked !== "" ? { model: asked } : {}), chat });
  };
  return (
    <section aria-label="Test" className="rounded-md border bg-muted/40 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        {isPattern && (
          <Input
            aria-label="Model to test"
            className="!w-52 font-mono"
            placeholder={`such as ${name.replaceAll("*", "gpt-4o-mini")}`}
            value={model}
            onChange={(event) => setModel(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // Enter must not submit the form around it.
              event.preventDefault();
              if (!disabled && !readOnly && !test.isPending) run(false);
            }}
          />
        )}
        <WriteButton
          size="small"
          type="button"
          busy={test.isPending && !test.variables.chat}
          disabled={disabled === true}
          onClick={() => run(false)}
        >
          <Zap className="size-3.5" aria-hidden /> Test this
        </WriteButton>
        <WriteButton
          size="small"
          type="button"
          busy={test.isPending && test.variables.chat === true}
          disabled={disabled === true || (isPattern && asked === "")}
          onClick={() => run(true)}
        >
          Ask for one token
        </WriteButton>
        <p className="min-w-0 flex-1 basis-48 text-meta text-ink-faint">
          Lists the provider&apos;s models, which is free. A token, vector or score is booked to you with the tag{" "}
          <code className="font-mono">test</code>.
        </p>
      </div>
      <div aria-live="polite">
        {isShown && test.isError && (
          <Line verdict={{ tone: "bad", title: "It cannot be tested" }}>{test.error.message}</Line>
        )}
        {isShown && test.data && <Result result={test.data} />}
      </div>
    </section>
  );
}

const ICONS = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert } as const;
const TEXTS = { good: "text-good", warn: "text-warn", bad: "text-bad" } as const;

function Line({ verdict: { tone, title }, children }: { verdict: TestVerdict; children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <div className="mt-2.5 flex gap-2">
      <Icon className={classNames("mt-0.5 size-4 shrink-0", TEXTS[tone])} aria-hidden />
      <div className="min-w-0">
        <p className={classNames("font-medium", TEXTS[tone])}>{title}</p>
        <div className="text-meta wrap-anywhere text-ink-soft">{children}</div>
      </div>
    </div>
  );
}

function Result({ result }: { result: ModelTest }) {
  const { list, chat, address } = result;
  const verdicts = testVerdict(result);
  return (
    <>
      <Line verdict={verdicts.list}>
        {list.message} <span className="text-ink-faint">{`${address}, ${formatDuration(list.duration_ms)}`}</span>
        {list.sample.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-x-2 gap-y-0.5 font-mono text-meta text-ink-faint">
            {list.sample.map((id) => (
              <span key={id}>{id}</span>
            ))}
            {list.models !== null && list.models > list.sample.length && (
              <span className="font-sans">and {formatCount(list.models - list.sample.length)} more</span>
            )}
          </p>
        )}
      </Line>
      {chat && verdicts.chat && (
        <Line verdict={verdicts.chat}>
          {chat.message === "" ? "The answer has no words." : chat.message}{" "}
          <span className="text-ink-faint">
            {formatDuration(chat.duration_ms)}
            {chat.cost !== null && `, ${formatDollars(chat.cost)}`}
          </span>
          {chat.call_id !== null && (
            <>
              {" · "}
              <Link
                href={`/console/requests?any_id=${encodeURIComponent(chat.call_id)}`}
                prefetch={false}
                target="_blank"
                className="font-medium text-accent-text hover:underline"
              >
                The call
              </Link>
            </>
          )}
        </Line>
      )}
    </>
  );
}
