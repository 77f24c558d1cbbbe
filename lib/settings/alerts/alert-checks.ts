import type { AlertChannel } from "@/lib/alert";
import type { Environment } from "@/lib/config/environment-variables";
import type { Fault } from "@/lib/config/finding";
import type { GeneralSettings } from "@/lib/config/schema";
import { addressFault } from "../address-checks";

/** The variable that holds the address of each channel. */
const ADDRESSES = {
  slack: { variable: "SLACK_WEBHOOK_URL", read: ({ slackWebhookUrl }) => slackWebhookUrl },
  webhook: { variable: "WEBHOOK_URL", read: ({ webhookUrl }) => webhookUrl },
} as const satisfies Record<
  AlertChannel,
  { readonly variable: string; readonly read: (environment: AlertAddresses) => string | undefined }
>;

type AlertAddresses = Pick<Environment, "slackWebhookUrl" | "webhookUrl">;
type LocationOf = (variable: string) => Pick<Fault, "path" | "at">;

/**
 * The faults of the channels of alerts and of their addresses. No message repeats an address, because it may be a
 * secret.
 */
export function alertFaults(
  { alerting, alert_types: types }: Pick<GeneralSettings, "alerting" | "alert_types">,
  environment: AlertAddresses,
  locationOf: LocationOf,
): Fault[] {
  const channels = Object.entries(ADDRESSES).flatMap(([channel, { variable, read }]): Fault[] => {
    const address = read(environment);
    const index = alerting.findIndex((one) => one === channel);
    if (address === undefined) {
      if (index < 0) return [];
      return [
        {
          number: "C154",
          path: ["general_settings", "alerting", index],
          at: "value",
          message: `${variable} is not set, so no alert goes to ${channel}`,
          fix: `set ${variable}`,
        },
      ];
    }
    const faults = channelAddressFaults(variable, address, locationOf(variable));
    if (index >= 0) return faults;
    return [
      ...faults,
      {
        number: "C155",
        ...locationOf(variable),
        message: `${variable} has no effect while general_settings.alerting does not name ${channel}`,
        fix: `set alerting: [${[...alerting, channel].join(", ")}]`,
      },
    ];
  });
  if (types === undefined || alerting.length > 0) return channels;
  const unused: Fault = {
    number: "C049",
    path: ["general_settings", "alert_types"],
    at: "key",
    message: "has no effect while alerting names no channel",
    fix: "set alerting: [slack], or [webhook]",
  };
  return [...channels, unused];
}

/** The faults of the address of a channel. `variable`: what messages call it. */
export function channelAddressFaults(variable: string, address: string, location: Pick<Fault, "path" | "at">): Fault[] {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    return [
      {
        number: "C017",
        ...location,
        message: `${variable} must be an http or https address`,
        fix: "write https://host/path",
      },
    ];
  const { username, password } = new URL(address);
  if (username !== "" || password !== "")
    return [
      {
        number: "C156",
        ...location,
        message: `${variable} has a user name or a password in the address, which is not sent`,
        fix: "remove them; webhooks are proven by their signature",
      },
    ];
  const fault = addressFault(address, location.path);
  return fault
    ? [
        {
          ...fault,
          ...location,
          message: `${variable} ${fault.message}`,
          fix: "name the receiver's own host, with https://",
        },
      ]
    : [];
}
