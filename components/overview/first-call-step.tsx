"use client";
import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { callOperation } from "@/components/api/client";
import { formatCount, formatDollars, formatDuration } from "@/components/api/format";
import { useSingleMutation } from "@/components/api/use-single-mutation";
import { useCallableModel } from "@/components/keys/use-callable-model";
import { FormError } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Mono } from "@/components/ui/text";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import type { Explanation } from "@/lib/wire/explanation";
import type { GeneratedKey } from "@/lib/wire/key";
import { callAdvice } from "./call-advice";
import { CHAT_ROUTE, type FirstCall, makeFirstCall } from "./first-call";
import { StepResult } from "./step-result";
import { TextLink } from "./text-link";

interface Question {
  readonly key: string;
  readonly model: string;
  readonly message: string;
}

/** A real call with the new key: its answer, its cost, and the decision. `onCalled`: called once it was served. */
export function FirstCallStep({
  generated,
  models,
  onCalled,
}: {
  /** Undefined: the key was generated before this page was opened, and must be pasted. */
  generated: GeneratedKey | undefined;
  models: readonly string[];
  onCalled: () => void;
}) {
  return generated ? (
    <CallWithNewKey generated={generated} models={models} onCalled={onCalled} />
  ) : (
    <CallForm secret={undefined} suggested={concreteName(models)} onCalled={onCalled} />
  );
}

/** The first name without a star. */
function concreteName(models: readonly string[]): string {
  return models.find((name) => !name.includes("*")) ?? "";
}

function CallWithNewKey({
  generated,
  models,
  onCalled,
}: {
  generated: GeneratedKey;
  models: readonly string[];
  onCalled: () => void;
}) {
  const callable = useCallableModel(generated);
  return (
    <CallForm
      // The form starts over once it is known what the key may call.
      key={callable ?? ""}
      secret={generated.key}
      suggested={concreteName(models) || (callable ?? "")}
      onCalled={onCalled}
    />
  );
}

function CallForm({
  secret,
  suggested,
  onCalled,
}: {
  secret: string | undefined;
  suggested: string;
  onCalled: () => void;
}) {
  const [pasted, setPasted] = useState("");
  const [model, setModel] = useState(suggested);
  const [message, setMessage] = useState("Say hello in one sentence.");
  const call = useSingleMutation({
    mutationFn: async (question: Question) => {
      const made = await makeFirstCall(question);
      // The explanation is an extra: without it the answer is still shown.
      const decision = await explain(question).catch(() => undefined);
      return { made, model: question.model, decision };
    },
    onSuccess: ({ made }) => {
      if (made.ok) onCalled();
    },
    gcTime: 0,
  });
  const key = secret ?? pasted.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    call.mutate({ key, model: model.trim(), message });
  };
  return (
    <form className="mt-1.5 space-y-3" onSubmit={submit} aria-label="First call">
      <p>
        This sends one real call to <Mono as="code">{CHAT_ROUTE}</Mono>, as an application would. It is booked to the
        key.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {secret === undefined && (
          <Field label="Key" hint="It is not kept.">
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="off"
                placeholder="sk-…"
                value={pasted}
                onChange={(event) => setPasted(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label="Model">
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              placeholder="gpt-4o"
              value={model}
              onChange={(event) => setModel(event.target.value)}
            />
          )}
        </Field>
        <Field label="Message">
          {(control) => <Input {...control} value={message} onChange={(event) => setMessage(event.target.value)} />}
        </Field>
      </div>
      <Button
        type="submit"
        variant="primary"
        busy={call.isPending}
        disabled={key === "" || model.trim() === "" || message.trim() === ""}
      >
        <Send className="size-4" aria-hidden /> Send the call
      </Button>
      <FormError error={call.error} />
      {call.data && <Outcome call={call.data.made} model={call.data.model} decision={call.data.decision} />}
    </form>
  );
}

/** Explains how the gateway decides about the call, without making it again. */
function explain({ key, model }: Question): Promise<Explanation> {
  return callOperation(decisionContracts.explain, { token: key, route: CHAT_ROUTE, model });
}

function Outcome({ call, model, decision }: { call: FirstCall; model: string; decision: Explanation | undefined }) {
  const { ok, text, cost, tokens, durationMs, callId } = call;
  if (!ok) return <Failure call={call} model={model} decision={decision} />;
  return (
    <section aria-label="Answer" className="space-y-2.5 rounded-md border bg-muted/40 px-3 py-2.5">
      <StepResult tone="good">
        <strong className="font-semibold text-ink">The model answered</strong> {formatDuration(durationMs)}
      </StepResult>
      <blockquote className="max-h-48 overflow-y-auto border-l-2 border-line-strong pl-3 whitespace-pre-wrap text-ink wrap-anywhere">
        {text === "" ? "It answered without words." : text}
      </blockquote>
      <p className="text-meta tabular-nums">
        {cost === null ? "No price is known for it" : `Cost ${formatDollars(cost)}`}
        {tokens && ` · ${formatCount(tokens.prompt)} tokens in, ${formatCount(tokens.completion)} out`}
        {callId !== null && (
          <>
            {" · "}
            <TextLink href={`/console/requests?any_id=${encodeURIComponent(callId)}`}>The call</TextLink>
          </>
        )}
      </p>
      {decision && <Decision decision={decision} />}
    </section>
  );
}

/** What went wrong and the next step, with the API's answer behind a toggle. */
function Failure({ call, model, decision }: { call: FirstCall; model: string; decision: Explanation | undefined }) {
  const { status, code, text, durationMs, callId, decisionId } = call;
  const { title, advice, link } = callAdvice(call, model);
  return (
    <section aria-label="Answer" className="space-y-2.5 rounded-md border bg-muted/40 px-3 py-2.5">
      <StepResult tone="bad">
        <strong className="font-semibold text-ink">{title}</strong> {formatDuration(durationMs)}
      </StepResult>
      <p className="text-ink wrap-anywhere">{advice}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-meta">
        {link && <TextLink href={link.href}>{link.label}</TextLink>}
        {decisionId === null && callId !== null && (
          <TextLink href={`/console/requests?any_id=${encodeURIComponent(callId)}`}>The call</TextLink>
        )}
      </p>
      <details className="text-meta">
        <summary className="cursor-pointer text-ink-faint">What the API answered</summary>
        <p className="mt-1 wrap-anywhere">
          <code className="font-mono">
            {status} {code}
          </code>{" "}
          {text}
        </p>
      </details>
      {decision && !decision.allow && <Decision decision={decision} />}
    </section>
  );
}

function Decision({ decision: { allow, checks, resolution, nearest_miss: miss } }: { decision: Explanation }) {
  const passed = checks.filter(({ outcome }) => outcome === "pass");
  const failed = checks.find(({ outcome }) => outcome === "fail");
  const winner = resolution?.winner;
  return (
    <div className="text-meta">
      <p>
        {allow
          ? `Decision: allowed by ${passed.length} checks`
          : `Decision: refused${failed ? ` by ${failed.rule}` : ""}`}
        {winner && (
          <>
            , served by <code className="font-mono">{winner.upstream_model}</code>
          </>
        )}
        .{miss && ` ${miss.sentence}`}
      </p>
      <details className="mt-1">
        <summary className="cursor-pointer text-ink-faint">The checks</summary>
        <ol aria-label="Checks of the call" className="mt-1 space-y-0.5">
          {(failed ? [...passed, failed] : passed).map(({ rule, because }) => (
            <li key={rule}>
              <span className="font-medium">{rule.replace(/[_-]/g, " ")}</span>
              {because !== "" && `: ${because}`}
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
