"use client";
import { CircleAlert, CircleCheck, Zap } from "lucide-react";
import { useState } from "react";
import type { InputOf } from "@/components/api/client";
import { formatDuration } from "@/components/api/format";
import { useOperation } from "@/components/api/use-operation";
import { WriteButton } from "@/components/shared/forms/write-button";
import { counted } from "@/components/shared/wording";
import { classNames } from "@/components/ui/class-names";
import { toolServerContracts } from "@/lib/wire/contracts/tool-servers";
import type { ServerTest } from "@/lib/wire/tools/server-state";

type Tested = InputOf<typeof toolServerContracts.test>;

const MOST_NAMED = 12;

/** Tries a server as typed, before it is saved: whether it answers, and which tools it lists. */
export function ServerTrial({
  tested: { server_id: id, ...settings },
  disabled,
}: {
  tested: Tested;
  disabled: boolean;
}) {
  const trial = useOperation(toolServerContracts.test, { keepsSecret: true });
  const tested: Tested = { ...settings, ...(id !== undefined && id !== "" && { server_id: id }) };
  // A result is shown only while the server is the one that was tried.
  const key = JSON.stringify(tested);
  const [triedKey, setTriedKey] = useState("");
  const isShown = triedKey === key;
  return (
    <section aria-label="Test" className="rounded-md border bg-muted/40 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <WriteButton
          size="small"
          type="button"
          busy={trial.isPending}
          disabled={disabled}
          onClick={() => {
            setTriedKey(key);
            trial.mutate(tested);
          }}
        >
          <Zap className="size-3.5" aria-hidden /> Test connection
        </WriteButton>
        <p className="min-w-0 flex-1 basis-48 text-meta text-ink-faint">
          Connects to the server and lists its tools. No tool is called.
        </p>
      </div>
      <div aria-live="polite">
        {isShown && trial.isError && <Line isGood={false} title="It cannot be tested" text={trial.error.message} />}
        {isShown && trial.data && <Result result={trial.data} />}
      </div>
    </section>
  );
}

function Result({ result: { ok, reason, protocol, duration_ms: ms, tools } }: { result: ServerTest }) {
  if (!ok) return <Line isGood={false} title="The server does not list its tools" text={reason ?? ""} />;
  const dangerous = tools.filter(({ fault }) => fault !== null);
  const named = tools.slice(0, MOST_NAMED).map(({ tool }) => tool);
  const more = tools.length - named.length;
  return (
    <>
      <Line
        isGood
        title={`It answers with ${counted(tools.length, "tool")}`}
        text={`${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`}
        note={[protocol === null ? undefined : `MCP ${protocol}`, formatDuration(ms)].filter(Boolean).join(", ")}
      />
      {dangerous.map(({ tool, fault }) => (
        <Line key={tool} isGood={false} title={`${tool} looks dangerous`} text={fault ?? ""} />
      ))}
    </>
  );
}

function Line({ isGood, title, text, note }: { isGood: boolean; title: string; text: string; note?: string }) {
  const Icon = isGood ? CircleCheck : CircleAlert;
  const tone = isGood ? "text-good" : "text-bad";
  return (
    <div className="mt-2.5 flex gap-2">
      <Icon className={classNames("mt-0.5 size-4 shrink-0", tone)} aria-hidden />
      <div className="min-w-0">
        <p className={classNames("font-medium", tone)}>{title}</p>
        <p className="text-meta wrap-anywhere text-ink-soft">
          {text} {note !== undefined && <span className="text-ink-faint">({note})</span>}
        </p>
      </div>
    </div>
  );
}
