/** What an alert can be about. The names are a public interface (docs/guides/alerts.md). */
export const ALERT_TYPES = {
  max_budget: "A budget has reached 50%, 80% or 100%, or has refused a call.",
  soft_budget: "A soft budget is exceeded.",
  deployment_down: "A deployment has served no call for a minute and has failed at least three times, over all nodes.",
  issuer_down:
    "An identity provider has not answered for a minute and has failed at least three times, over all nodes.",
  database_away: "A node has not reached the database for 30 seconds.",
  journal: "The spend journal of a node cannot be written.",
  unpriced: "A deployment serves calls whose price is not known.",
  mcp_tool_changed: "A tool server shows other definitions than an administrator has approved.",
  refusals: "The gateway refuses ten times as many requests as in the hour before, and at least 50.",
} as const satisfies Record<string, string>;
export type AlertType = keyof typeof ALERT_TYPES;

/** The kinds of channels that alerts go to. The file's channels are called so too. */
export const ALERT_CHANNELS = ["slack", "webhook"] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** The figures and names of an alert, as its webhook carries them. */
export type AlertFacts = Readonly<Record<string, string | number | boolean | null>>;

/** An alert to open. It supersedes an open alert of the same type and subject. */
export interface AlertOpening {
  readonly type: AlertType;
  readonly subject: string;
  /** How grave it is among the alerts of its type and subject, from 1. */
  readonly level: number;
  readonly message: string;
  readonly facts: AlertFacts;
  /** Facts for later decisions about the alert. No message shows them. */
  readonly memo?: AlertFacts;
}

/** An alert whose cause goes on. */
export interface OpenAlert extends AlertOpening {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly openedAt: number;
}

/** An open alert as the database holds it. */
export interface StoredAlert extends OpenAlert {
  /** Whether the messages about it were queued, which a silence withholds. */
  readonly isTold: boolean;
  /** The last silence that withheld them. */
  readonly silenceId: string | null;
}

/** An open alert whose cause is gone. */
export interface AlertResolution {
  readonly alert: OpenAlert;
  readonly message: string;
}

/** The changes that a decision about alerts makes. */
export interface AlertChanges {
  readonly openings: readonly AlertOpening[];
  readonly resolutions: readonly AlertResolution[];
}

/** A message about alerts, in the form in which it is stored until it is delivered. */
export type AlertMessage =
  | {
      readonly kind: "alert";
      readonly state: "open" | "resolved";
      readonly alertId: string;
      readonly type: AlertType;
      readonly subject: string;
      readonly message: string;
      readonly facts: AlertFacts;
      /** Milliseconds since the epoch. */
      readonly at: number;
    }
  /** The alerts beyond those that are sent one by one. */
  | { readonly kind: "summary"; readonly alerts: readonly SummarizedAlert[]; readonly at: number }
  | { readonly kind: "test"; readonly at: number };

export interface SummarizedAlert {
  readonly alertId: string;
  readonly type: AlertType;
  readonly state: "open" | "resolved";
  readonly subject: string;
  readonly message: string;
}
