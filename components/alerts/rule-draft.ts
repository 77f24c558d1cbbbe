import { ALERT_THRESHOLDS, type AlertThresholds } from "@/lib/config/alerts/alert-thresholds";
import type { AlertType } from "@/lib/alert";
import type { AlertRuleView } from "@/lib/wire/contracts/alerts/rules";

/** Who is told: every channel, some of them, or none. */
export type Told = "every" | "some" | "nobody";

/** A rule as it is edited. */
export interface RuleDraft {
  readonly enabled: boolean;
  readonly told: Told;
  /** Those that are told, if some are. */
  readonly channels: readonly string[];
  /** As typed. */
  readonly thresholds: Readonly<Record<string, string>>;
}

/** The thresholds that a type of alert has. */
export function thresholdsOf(type: string) {
  return ALERT_THRESHOLDS[type as AlertType] ?? [];
}

/** A rule as its form begins. */
export function ruleDraftOf({ enabled, channels, thresholds }: AlertRuleView): RuleDraft {
  return {
    enabled,
    told: channels === null ? "every" : channels.length === 0 ? "nobody" : "some",
    channels: channels ?? [],
    thresholds: Object.fromEntries(Object.entries(thresholds).map(([name, value]) => [name, String(value)])),
  };
}

/** The rule of a type that nobody has changed. */
export function usualDraft(type: string): RuleDraft {
  const thresholds = Object.fromEntries(thresholdsOf(type).map(({ name, usual }) => [name, String(usual)]));
  return { enabled: true, told: "every", channels: [], thresholds };
}

/** What is wrong with a threshold as typed; undefined: nothing. */
export function typedFault(type: string, name: string, text: string): string | undefined {
  const known = thresholdsOf(type).find((one) => one.name === name);
  if (!known) return undefined;
  const { least, most } = known;
  const value = Number(text);
  const isUsable = /^\d+$/.test(text.trim()) && value >= least && value <= most;
  return isUsable ? undefined : `A whole number from ${least} to ${most}.`;
}

/** The values that a save sends. Thresholds are sent only where they differ from the usual ones. */
export function ruleValuesOf(type: string, { enabled, told, channels, thresholds }: RuleDraft) {
  const set: AlertThresholds = Object.fromEntries(
    thresholdsOf(type).flatMap(({ name, usual }) => {
      const value = Number(thresholds[name] ?? usual);
      return value === usual ? [] : [[name, value]];
    }),
  );
  return {
    enabled,
    channels: told === "every" ? null : told === "nobody" ? [] : [...channels],
    thresholds: set,
  };
}
