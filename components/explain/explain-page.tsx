"use client";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { Scale } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { addressOf } from "@/components/api/address";
import { callOperation } from "@/components/api/client";
import { PageHeader } from "@/components/shell/page-header";
import { useRead } from "@/components/api/use-read";
import { useSingleMutation } from "@/components/api/use-single-mutation";
import { Card, CardHeader } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Mono } from "@/components/ui/text";
import type { Explanation } from "@/lib/wire/explanation";
import { DecisionForm } from "./decision-form";
import type { Question } from "./question";
import { QuestionForm } from "./question-form";
import { testFromExplanation } from "./test-from-explanation";
import { ExplainedDecision, RecordedDecisionView } from "./verdict";
import { lazyPart } from "@/components/ui/lazy/lazy-part";

const AddPolicyTest = lazyPart(() => import("./add-policy-test").then((module) => module.AddPolicyTest));

const MODES = [
  { value: "question", label: "A request" },
  { value: "decision", label: "A past refusal" },
] as const;

/** `id`: a refusal to open, from the address. The token of a question is kept only in the memory of this component. */
export function ExplainPage({ id }: { id: string | undefined }) {
  const [mode, setMode] = useState<(typeof MODES)[number]["value"]>(id === undefined ? "question" : "decision");
  const [shownId, setShownId] = useState(id);
  if (id !== shownId) {
    setShownId(id);
    if (id !== undefined) setMode("decision");
  }
  const router = useRouter();
  const answer = useRef<HTMLDivElement>(null);
  const ask = useSingleMutation({
    mutationFn: (question: Question) => callOperation(decisionContracts.explain, question),
    // Otherwise the cache would keep the token for minutes after the user leaves the page.
    gcTime: 0,
    // On a narrow screen the answer stands below a form that fills the screen.
    onSettled: () => {
      if (!window.matchMedia("(min-width: 64rem)").matches) answer.current?.scrollIntoView({ block: "start" });
    },
  });
  return (
    <>
      <PageHeader
        title="Explain"
        description="Why a request is allowed or refused, by the code that decides about real ones. Nothing is called or booked."
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] 2xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
        <Card className="lg:sticky lg:top-18">
          <CardHeader title="Question">
            <Segmented label="What to explain" options={MODES} value={mode} onChange={setMode} />
          </CardHeader>
          <div className="p-4">
            <div hidden={mode !== "question"}>
              <QuestionForm
                busy={ask.isPending}
                onAsk={(question) => ask.mutate(question)}
                onClear={() => ask.reset()}
                onHanded={() => {
                  setMode("question");
                  ask.reset();
                }}
              />
            </div>
            {mode === "decision" && (
              <DecisionForm
                key={id}
                id={id}
                onOpen={(decision) => router.replace(addressOf(`/console/explain?id=${encodeURIComponent(decision)}`))}
              />
            )}
          </div>
        </Card>
        <div ref={answer} className="min-w-0 scroll-mt-16 space-y-5">
          <p className="sr-only" aria-live="polite">
            {mode === "question" &&
              ask.data &&
              (ask.data.allow
                ? "Allowed"
                : `Refused. ${ask.data.message ?? ""} ${ask.data.nearest_miss?.sentence ?? ""}`)}
          </p>
          {mode === "decision" ? <Recorded id={id} /> : <Asked ask={ask} />}
        </div>
      </div>
    </>
  );
}

function Asked({
  ask,
}: {
  ask: {
    readonly data: Explanation | undefined;
    readonly variables: Question | undefined;
    readonly error: Error | null;
    readonly isPending: boolean;
  };
}) {
  if (ask.isPending) return <Waiting />;
  if (ask.error) {
    return (
      <Card>
        <ErrorState title="This could not be explained" error={ask.error} />
      </Card>
    );
  }
  if (ask.data) {
    const test = ask.variables && testFromExplanation(ask.variables, ask.data);
    return (
      <>
        <ExplainedDecision explanation={ask.data} {...(ask.variables && { question: ask.variables })} />
        {test && <AddPolicyTest test={test} />}
      </>
    );
  }
  return (
    <Card>
      <EmptyState icon={Scale} title="Nothing asked yet">
        Paste a caller&apos;s token or write its claims, choose the route and the model, and select Explain.
      </EmptyState>
    </Card>
  );
}

function Recorded({ id }: { id: string | undefined }) {
  const record = useRead(
    decisionContracts.recorded,
    { id: id ?? "" },
    // A recorded decision never changes.
    { enabled: id !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
  if (id === undefined) {
    return (
      <Card>
        <EmptyState icon={Scale} title="No refusal opened">
          Every refused answer carries the header <Mono as="code">x-gateway-decision-id</Mono>. Enter its value to see
          the decision and the reason.
        </EmptyState>
      </Card>
    );
  }
  if (record.isPending) return <Waiting />;
  if (record.isLoadingError) {
    return (
      <Card>
        <ErrorState title="This refusal could not be opened" error={record.error} retry={() => void record.refetch()} />
      </Card>
    );
  }
  return <RecordedDecisionView record={record.data} />;
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="space-y-5">
      <Skeleton className="h-20 w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  );
}
