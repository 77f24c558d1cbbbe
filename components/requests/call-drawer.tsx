"use client";
import type { ReactNode } from "react";
import { queryString } from "@/components/api/client";
import { formatCount, formatDollars, formatDuration, formatTime } from "@/components/api/format";
import { callPrice, CallStatusBadge } from "@/components/shared/call-status";
import { Id } from "@/components/shared/detail-drawer";
import { Facts } from "@/components/shared/facts";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Mono } from "@/components/ui/text";
import type { CallLog } from "@/lib/wire/spend";
import { ContentSection } from "./content-section";
import { countedBy } from "./counted-by";
import { Code, RequestDrawer, statusFact, issuerFacts, payerFacts } from "./request-drawer";
import { Waterfall } from "./waterfall";

/** One call in full, as it was booked. */
export function CallDrawer({ row, onClose }: { row: CallLog | undefined; onClose: () => void }) {
  return (
    <RequestDrawer
      row={row}
      title={(call) => <Mono className="text-section">{call.requested_model}</Mono>}
      onClose={onClose}
    >
      {(call) => <CallDetail call={call} />}
    </RequestDrawer>
  );
}

/** The ids that others gave the call, if any. */
function otherIds(call: CallLog): [string, ReactNode][] {
  const ids = [
    ["Request id", call.request_id === call.call_id ? null : call.request_id, "Copy request id"],
    ["Upstream's request id", call.upstream_request_id, "Copy upstream's request id"],
    ["Trace id", call.trace_id, "Copy trace id"],
  ] as const;
  return [
    ...ids.flatMap(([name, id, label]): [string, ReactNode][] =>
      id === null ? [] : [[name, <Id key={name} id={id} label={label} />]],
    ),
    ...(call.session_id === null
      ? []
      : [["Session", <Session key="Session" id={call.session_id} />] as [string, ReactNode]]),
  ];
}

/** The session that the call belongs to, and the way to its other calls. */
function Session({ id }: { id: string }) {
  return (
    <>
      <Id id={id} label="Copy session" />
      <Link
        href={`/console/requests${queryString({ session_id: id })}`}
        prefetch={false}
        className="rounded font-medium text-accent-text hover:underline"
      >
        All calls of the session
      </Link>
    </>
  );
}

function otherTimes({ first_token_ms: first, decision_ms: decision }: CallLog): [string, string][] {
  const times: [string, number | null][] = [
    ["First content after", first],
    ["Decided in", decision],
  ];
  return times.flatMap(([name, time]) => (time === null ? [] : [[name, formatDuration(time)]]));
}

/** The deployments that failed before the last one was tried. */
function triedBefore({ tried }: CallLog): [string, ReactNode][] {
  if (tried.length === 0) return [];
  const lines = tried.map(({ deployment, model, failure }, at) => (
    <div key={at}>
      <Code>{deployment}</Code> ({model}): {failure}
    </div>
  ));
  return [["Tried before", lines]];
}

function CallDetail({ call }: { call: CallLog }) {
  return (
    <>
      <Facts
        rows={[
          ["Call id", <Id key="id" id={call.call_id} label="Copy call id" />],
          statusFact(<CallStatusBadge status={call.status} />, call.http_status),
          ["Started", formatTime(call.started_at)],
          [
            "Took",
            `${formatDuration(call.duration_ms)}${call.upstream_ms === null ? "" : `, of which upstream ${formatDuration(call.upstream_ms)}`}`,
          ],
          ...otherTimes(call),
          ["Route", <Code key="route">{call.route}</Code>],
          ...issuerFacts(call),
        ]}
      />
      <Group title="Prompt and answer">
        <ContentSection
          key={call.call_id}
          call={{ id: call.call_id, payer: call }}
          mark={call.content}
          model={call.requested_model}
        />
      </Group>
      <Group title="Timings">
        <Waterfall call={call} />
      </Group>
      {otherIds(call).length > 0 && (
        <Group title="Known elsewhere as">
          <Facts rows={otherIds(call)} />
        </Group>
      )}
      <Group title="Where it went">
        <Facts
          rows={[
            ["Requested", <Code key="r">{call.requested_model}</Code>],
            ["Upstream model", <Code key="m">{call.model}</Code>],
            ["Provider", call.provider],
            ["Deployment", <Code key="d">{call.deployment}</Code>],
            ["Attempts", call.attempts > 1 ? `${call.attempts}; the last at this deployment` : String(call.attempts)],
            ...triedBefore(call),
          ]}
        />
      </Group>
      <Group title="Tokens and price">
        <Facts rows={unitFacts(call)} />
      </Group>
      <Group title="Who pays">
        <Facts
          rows={[
            ...payerFacts(call),
            [
              "Tags",
              call.tags.length === 0 ? (
                NONE
              ) : (
                <span key="tags" className="flex flex-wrap gap-1">
                  {call.tags.map((tag) => (
                    <Badge key={tag}>{tag}</Badge>
                  ))}
                </span>
              ),
            ],
          ]}
        />
      </Group>
    </>
  );
}

const NONE = <span className="text-ink-faint">None</span>;

/** What the call used, and what that cost. */
function unitFacts(call: CallLog): (readonly [string, ReactNode])[] {
  return [
    [
      "Prompt",
      withParts(call.prompt_tokens, [
        ["cached", call.cached_tokens],
        ["written to the cache", call.cache_write_tokens],
        ["audio", call.prompt_audio_tokens],
        ["images", call.prompt_image_tokens],
      ]),
    ],
    [
      "Completion",
      withParts(call.completion_tokens, [
        ["reasoning", call.reasoning_tokens],
        ["audio", call.completion_audio_tokens],
        ["images", call.completion_image_tokens],
      ]),
    ],
    ["Total", formatCount(call.total_tokens)],
    ...otherUnits(call),
    ["Counted by", countedBy(call)],
    [
      "Spend",
      <strong key="spend" className="font-semibold">
        {callPrice(call, formatDollars)}
      </strong>,
    ],
    ["Price version", call.price_version ?? NONE],
  ];
}

type Part = readonly [name: string, count: number];

/** A count, with those of its parts that are above 0. */
function withParts(count: number, parts: readonly Part[]): string {
  const known = parts.filter(([, part]) => part > 0).map(([name, part]) => `${name} ${formatCount(part)}`);
  return known.length === 0 ? formatCount(count) : `${formatCount(count)}, of which ${known.join(", ")}`;
}

/** Units other than tokens that the call is charged by. */
function otherUnits({
  images,
  audio_seconds: seconds,
  characters,
  search_units: queries,
  web_searches: searches,
}: CallLog): Part[] {
  const units: Part[] = [
    ["Images", images],
    ["Seconds of audio", seconds],
    ["Characters", characters],
    ["Queries", queries],
    ["Web searches", searches],
  ];
  return units.filter(([, count]) => count > 0);
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 border-t pt-4 font-semibold">{title}</h3>
      {children}
    </section>
  );
}
