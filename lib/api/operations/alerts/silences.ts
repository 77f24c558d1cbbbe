import { actingWriter } from "@/lib/api/acting-writer";
import { operationsOf } from "@/lib/api/operation";
import { GatewayError } from "@/lib/errors";
import { storedAlertSilences } from "@/lib/store/alerts/stored-silences";
import { alertSilenceRecord } from "@/lib/wire/alerts/alert-silence";
import { alertSilenceContracts } from "@/lib/wire/contracts/alerts/silences";
import { addDuration } from "@/lib/time/duration";

const LONGEST_MS = 366 * 86_400_000;

/** `/alerting/silences` */
export const alertSilenceOperations = operationsOf(alertSilenceContracts, {
  async list({ services }) {
    const { silences } = services.settings.storedAlerts();
    const latestFirst = silences.toSorted((one, other) => other.until.getTime() - one.until.getTime());
    return { body: { data: latestFirst.map(alertSilenceRecord) } };
  },
  async create(context, { type = null, subject = null, reason, duration, until }) {
    const { services, caller } = context;
    const end = endOf(services.now(), duration, until);
    const { row, nodes } = await storedAlertSilences.create(actingWriter(context), caller.actor, services.newId(), {
      type,
      subject,
      reason,
      until: new Date(end),
      endedBy: null,
    });
    return { body: { ...alertSilenceRecord(row), nodes } };
  },
  async end(context, { silence_id: id }) {
    const { services, caller } = context;
    const { row, nodes } = await storedAlertSilences.change(actingWriter(context), {
      actor: caller.actor,
      id,
      change({ type, subject, reason, until, endedBy }) {
        const now = new Date(services.now());
        if (until <= now) throw new GatewayError("in_use", "This silence is over already.", { param: "silence_id" });
        return { type, subject, reason, until: now, endedBy: endedBy ?? caller.actor };
      },
    });
    return { body: { ...alertSilenceRecord(row), nodes } };
  },
});

/** When a silence ends, in milliseconds since the epoch. @throws GatewayError invalid_request */
function endOf(now: number, duration: string | undefined, until: string | undefined): number {
  if ((duration === undefined) === (until === undefined))
    throw new GatewayError("invalid_request", "Send duration or until, one of them.", { param: "until" });
  const end = until === undefined ? (addDuration(now, duration ?? "") ?? 0) : Date.parse(until);
  const param = until === undefined ? "duration" : "until";
  if (end <= now) throw new GatewayError("invalid_request", "A silence must end in the future.", { param });
  if (end - now > LONGEST_MS) throw new GatewayError("invalid_request", "A silence lasts a year at most.", { param });
  return end;
}
