import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import type { SinkSettings } from "@/lib/config/observability/sink-schema";
import { type CursorProgress, readCursorProgress } from "@/lib/store/cursors/cursor-progress";
import { sinksContract, type SinkView } from "@/lib/wire/contracts/sinks";

/** `GET /spend/sinks`: how far each sink has come, whichever node sends. */
export const sinksOperation: CallerOperation = defineOperation(sinksContract, async ({ services }) => {
  const { sinks } = services.settings.current().general;
  const found = await readCursorProgress(
    services.database,
    sinks.map(({ name }) => name),
  );
  const byName = new Map(found.map((progress) => [progress.name, progress]));
  return {
    body: {
      data: sinks.flatMap((sink) => {
        const progress = byName.get(sink.name);
        return progress ? [sinkView(sink, progress)] : [];
      }),
    },
  };
});

function sinkView(sink: SinkSettings, progress: CursorProgress): SinkView {
  return {
    name: sink.name,
    ...destinationOf(sink),
    start: sink.start,
    calls_sent: Number(progress.calls),
    calls_waiting: progress.waiting,
    lag_seconds: progress.lagSeconds,
    sent_by: progress.holder ?? null,
    last_sent_at: progress.lastSentAt?.toISOString() ?? null,
    failures: progress.failures,
    last_error: progress.lastError ?? null,
    last_error_at: progress.lastErrorAt?.toISOString() ?? null,
    retry_at: progress.retryAt?.toISOString() ?? null,
    held_up_by: sessionView(progress.heldUpBy),
  };
}

function sessionView(session: CursorProgress["heldUpBy"]): SinkView["held_up_by"] {
  if (session === undefined) return null;
  if (session === "a prepared transaction")
    return { pid: null, application: "", user: "", address: null, state: session, since: null };
  return { ...session, since: session.since?.toISOString() ?? null };
}

function destinationOf({ s3, http, otlp_logs: otlp }: SinkSettings): Pick<SinkView, "kind" | "to"> {
  if (s3)
    return { kind: "s3", to: [`s3://${s3.bucket}`, ...(s3.endpoint ? [originOf(s3.endpoint)] : [])].join(" at ") };
  return http ? { kind: "http", to: originOf(http.url) } : { kind: "otlp_logs", to: originOf(otlp?.endpoint ?? "") };
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : "";
}
