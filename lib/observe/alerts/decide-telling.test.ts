import { expect, test } from "vitest";
import type { AlertSilence } from "@/lib/config/alerts/stored-alerts";
import { decideTelling, type TellingQuestion } from "./decide-telling";

const NOW = Date.UTC(2026, 10, 30, 12);
const silence = (more: Partial<AlertSilence> = {}): AlertSilence => ({
  id: "s",
  type: null,
  subject: null,
  reason: "Maintenance",
  until: NOW + 1,
  createdBy: "ada",
  ...more,
});
const TOLD = { kind: "tell", channels: ["on-call"] };
const NOTHING = { kind: "nothing" };

test.each<[title: string, given: Partial<TellingQuestion>, telling: object]>([
  ["an opening", {}, TOLD],
  ["an opening that was told", { isTold: true }, NOTHING],
  ["an opening whose rule tells nobody", { channels: [] }, { kind: "tell", channels: [] }],
  ["an opening while everything is silent", { silences: [silence()] }, { kind: "silenced", silence: { id: "s" } }],
  ["an opening in the moment in which the silence ends", { silences: [silence({ until: NOW })] }, TOLD],
  ["a silence of its type", { silences: [silence({ type: "deployment_down" })] }, { kind: "silenced" }],
  ["a silence of another type", { silences: [silence({ type: "journal" })] }, TOLD],
  ["a silence of its subject", { silences: [silence({ subject: "gpt" })] }, { kind: "silenced" }],
  ["a silence of another subject", { silences: [silence({ type: "deployment_down", subject: "o3" })] }, TOLD],
  ["a silence of its subject in another type", { silences: [silence({ type: "journal", subject: "gpt" })] }, TOLD],
  [
    "several silences: the one that lasts longest",
    { silences: [silence(), silence({ id: "long", until: NOW + 9 }), silence({ until: NOW + 2 })] },
    { kind: "silenced", silence: { id: "long" } },
  ],
  ["the end of an alert that was told", { state: "resolved", isTold: true }, TOLD],
  ["the end of such an alert in a silence", { state: "resolved", isTold: true, silences: [silence()] }, TOLD],
  ["the end of an alert that nobody heard of", { state: "resolved" }, NOTHING],
])("%s", (_title, given, telling) => {
  const asked = { type: "deployment_down", subject: "gpt", state: "open", isTold: false } as const;
  expect(decideTelling({ ...asked, channels: ["on-call"], silences: [], now: NOW, ...given })).toMatchObject(telling);
});
