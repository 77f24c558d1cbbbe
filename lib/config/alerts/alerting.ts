import type { AlertChannel, AlertType } from "@/lib/alert";
import type { Secret } from "../secret";
import type { AlertThresholds } from "./alert-thresholds";
import type { AlertSilence } from "./stored-alerts";

/** A channel that alerts go to. */
export interface AlertChannelInForce {
  readonly name: string;
  readonly kind: AlertChannel;
  readonly source: "file" | "database";
  /** Undefined: the environment does not have it. */
  readonly address: Secret | undefined;
  /** Its own signing secret; undefined: the general one signs its messages. */
  readonly signingSecret?: Secret | undefined;
}

/** When alerts of one type open, and who is told. */
export interface AlertRule {
  readonly type: AlertType;
  readonly enabled: boolean;
  /** The names of channels in force. */
  readonly channels: readonly string[];
  readonly thresholds: AlertThresholds;
  /** Where it comes from whether such alerts open. */
  readonly source: "default" | "file" | "database";
  /** Why what the database says of that, or of channels, is not in force; undefined: it is, or it says the same. */
  readonly because: string | undefined;
}

/** The alerts in force. */
export interface Alerting {
  readonly channels: readonly AlertChannelInForce[];
  readonly rules: readonly AlertRule[];
  /** Those that are over are among them, until they are read again. */
  readonly silences: readonly AlertSilence[];
  /** The channels of the database that are not in force, with the reason in a sentence. */
  readonly unused: ReadonlyMap<string, string>;
}
