import type { AttemptEnded, Observer, OutsideEvent } from "@/lib/gateway/observer";
import type { BudgetNotice } from "@/lib/limits/budget-notice";
import type { Logger } from "@/lib/log";
import { DefectStacks } from "./defect-stacks";

/**
 * Logs refusals, failures, calls without a price, failed attempts that another one followed, and what happens outside
 * requests. At level debug it also logs every attempt.
 */
export function createLogObserver(log: Logger, now: () => number): Observer {
  let isDisconnected = false;
  const defects = new DefectStacks(now);
  return {
    decided({ allow, decisionId, code, failed, access }) {
      if (allow) return;
      log.info("denied", {
        decision_id: decisionId,
        code,
        rule: failed?.rule,
        because: failed?.because,
        route: access.route,
      });
    },
    requestFailed({ request: { path: route }, requestId, code, cause, isDefect }) {
      if (isDefect) return log.error("internal error", { route, request_id: requestId, error: defects.shorten(cause) });
      log.warn("failed", {
        route,
        request_id: requestId,
        code,
        cause: cause instanceof Error ? cause.message : undefined,
      });
    },
    callUnpriced({ call, deployment: { id, provider, model } }) {
      log.warn("call_unpriced", { call_id: call.id, requested_model: call.model, provider, model, deployment: id });
    },
    attemptEnded({ call, deployment, number, startedAt, endedAt, next, failure }) {
      log.debug?.("attempt.ended", {
        call_id: call.id,
        deployment: deployment.id,
        number,
        duration_ms: endedAt - startedAt,
        failure: failure?.kind,
      });
      if (!next || !failure) return;
      log.info("attempt failed", { call_id: call.id, deployment: deployment.id, next: next.id, ...fieldsOf(failure) });
    },
    happened(event) {
      // The feed tries again about every second, and each failure is an event.
      const isRepeated = event.kind === "change feed" && event.state === "disconnected" && isDisconnected;
      if (event.kind === "change feed") isDisconnected = event.state === "disconnected";
      if (!isRepeated) logOutside(log, event);
    },
  };
}

function logOutside(log: Logger, event: OutsideEvent): void {
  switch (event.kind) {
    case "key set":
      return log[event.event === "failed" ? "warn" : "info"](`provider_keys_${event.event}`, {
        url: event.url,
        keys: event.keys,
        ...(event.error !== undefined && { error: event.error }),
      });
    case "introspection":
      return event.error === undefined
        ? log.info("introspection.recovered", { issuer: event.issuer })
        : log.warn("introspection.failed", { issuer: event.issuer, error: event.error });
    case "change feed":
      switch (event.state) {
        case "connected":
          return event.after === "deaf" ? log.info("change_feed.hears_again") : undefined;
        case "deaf":
          return log.warn("change_feed.deaf");
        case "disconnected":
          return log.warn("change_feed.disconnected", { error: event.error, retry_ms: event.retryMs });
      }
    case "journal":
      if (event.writable) return log.info("spend_journal_writable", { path: event.path });
      return log.error("spend_journal_unwritable", { fault: event.fault });
    case "budget notice":
      return logBudgetNotice(log, event);
    case "credential":
      if (event.state === "recovered") return log.info("credential.recovered", { credential: event.label });
      // While its service is away, it is asked again and again. Only the first failure is logged.
      if (event.failures > 1) return;
      return log.warn("credential.fetch_failed", { credential: event.label, error: event.reason });
    case "cooldown":
      // While an upstream stays down, each failed trial begins another cooldown. Only the first one is logged.
      if (event.reason === "trial_failed") return;
      return log.warn("deployment.cooldown_began", {
        deployment: event.deployment,
        model: event.model,
        reason: event.reason,
        failures: event.failures,
        until: new Date(event.until).toISOString(),
      });
    case "longer cooldown":
      return;
    case "content lost":
      // The keeper logs why.
      return;
    case "recovery":
      return log.info("deployment.recovered", { deployment: event.deployment, model: event.model });
  }
}

function logBudgetNotice(log: Logger, { type, id, threshold, budget, spent, window }: BudgetNotice): void {
  const until = window.end;
  if (threshold === "soft")
    return log.warn("budget.soft_exceeded", { payer: type, id, soft_budget_nano: budget, spent_nano: spent, until });
  if (threshold === "refused")
    return log.warn("budget.refused", { payer: type, id, max_budget_nano: budget, spent_nano: spent, until });
  const level = threshold === "50" ? "info" : "warn";
  const percent = Number(threshold);
  log[level]("budget.threshold_passed", {
    payer: type,
    id,
    percent,
    max_budget_nano: budget,
    spent_nano: spent,
    until,
  });
}

function fieldsOf(failure: NonNullable<AttemptEnded["failure"]>): Record<string, unknown> {
  return failure.kind === "status" ? { failure: failure.kind, status: failure.status } : { failure: failure.kind };
}
