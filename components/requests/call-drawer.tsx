"use client";
import { useState } from "react";
import { formatCount, formatDollars, formatDuration, formatTime } from "@/components/api/format";
import type { Call } from "@/components/api/types";
import { callPrice, CallStatusBadge } from "@/components/shared/call-status";
import { Facts } from "@/components/shared/facts";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";

/** One call in full, as it was booked. */
export function CallDrawer({ call, onClose }: { call: Call | undefined; onClose: () => void }) {
  const [shown, setShown] = useState(call);
  if (call && call !== shown) setShown(call);
  if (!shown) return null;
  return (
    <Dialog
      open={call !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      place="right"
      title={<span className="font-mono text-[14px]">{shown.requested_model}</span>}
    >
      <CallDetail call={shown} />
    </Dialog>
  );
}

function CallDetail({ call }: { call: Call }) {
  const none = <span className="text-ink-faint">None</span>;
  return (
    <div className="space-y-6">
      <Facts
        rows={[
          [
            "Call id",
            <span key="id" className="flex items-center gap-1 font-mono text-[12.5px]">
              <span className="break-all">{call.call_id}</span>
              <CopyButton compact text={call.call_id} label="Copy call id" />
            </span>,
          ],
          ["Status", <CallStatusBadge key="status" status={call.status} />],
          ["Started", formatTime(call.started_at)],
          ["Took", `${formatDuration(call.duration_ms)}${call.upstream_ms === null ? "" : `, of which upstream ${formatDuration(call.upstream_ms)}`}`],
          ["Route", <code key="route" className="font-mono text-[12.5px]">{call.route}</code>],
        ]}
      />
      <Group title="Where it went">
        <Facts
          rows={[
            ["Requested", <code key="r" className="font-mono text-[12.5px]">{call.requested_model}</code>],
            ["Upstream model", <code key="m" className="font-mono text-[12.5px]">{call.model}</code>],
            ["Provider", call.provider],
            ["Deployment", <code key="d" className="font-mono text-[12.5px]">{call.deployment}</code>],
          ]}
        />
      </Group>
      <Group title="Tokens and price">
        <Facts
          rows={[
            ["Prompt", `${formatCount(call.prompt_tokens)}${call.cached_tokens > 0 ? `, of which cached ${formatCount(call.cached_tokens)}` : ""}`],
            ["Completion", `${formatCount(call.completion_tokens)}${call.reasoning_tokens > 0 ? `, of which reasoning ${formatCount(call.reasoning_tokens)}` : ""}`],
            ["Total", formatCount(call.total_tokens)],
            ["Counted by", call.usage_source === "upstream" ? "the upstream" : "estimate (the upstream did not say)"],
            ["Spend", <strong key="spend" className="font-semibold">{callPrice(call, formatDollars)}</strong>],
            ["Price version", call.price_version ?? none],
          ]}
        />
      </Group>
      <Group title="Who pays">
        <Facts
          rows={[
            ["Team", call.team_id ?? none],
            ["User", call.user_id ?? none],
            ["Organisation", call.organization_id ?? none],
            ["End user", call.end_user_id ?? none],
            ["Key", call.key_id ?? none],
            ["Tags", call.tags.length === 0 ? none : <span key="tags" className="flex flex-wrap gap-1">{call.tags.map((tag) => <Badge key={tag}>{tag}</Badge>)}</span>],
          ]}
        />
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 border-t pt-4 font-semibold">{title}</h3>
      {children}
    </section>
  );
}
