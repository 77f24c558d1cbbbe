"use client";
import { Send } from "lucide-react";
import { useState } from "react";
import type { InputOf, Versioned } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { useVersion } from "@/components/shared/drafts/use-version";
import { Form } from "@/components/shared/forms/form";
import { SegmentedField } from "@/components/shared/forms/segmented-field";
import { TextField } from "@/components/shared/forms/text-field";
import { WriteButton } from "@/components/shared/forms/write-button";
import { describeReceipts, type Receipt } from "@/components/shared/receipts";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/lazy/toast";
import { alertingContracts } from "@/lib/wire/contracts/alerting";
import { alertChannelContracts, type AlertChannelView } from "@/lib/wire/contracts/alerts/channels";
import { type Signing, SigningField } from "./signing-field";
import { TestResults } from "./test-results";
import { useAlertChannels } from "./use-alerts";

const KINDS = [
  { value: "slack", label: "Slack" },
  { value: "webhook", label: "Webhook" },
] as const;
const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Adds a channel of alerts, or changes one. */
export function ChannelDialog({ name, open, onClose }: { name?: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={name === undefined ? "New channel" : `Change ${name}`}
      description="Alerts go there from every node at once. The address is encrypted and never shown again."
    >
      {name === undefined ? (
        <ChannelForm opened={undefined} onClose={onClose} />
      ) : (
        <EditedRow contract={alertChannelContracts.get} input={{ name }} lines={4}>
          {(opened) => <ChannelForm opened={opened} onClose={onClose} />}
        </EditedRow>
      )}
    </Dialog>
  );
}

/** What was typed of a channel. An empty address stays as it is. */
interface Typed {
  readonly name: string;
  readonly kind: "slack" | "webhook";
  readonly address: string;
  readonly signing: Signing;
}

/** Adds a channel, or changes the one that `isKnown`, whose version was `etag`. */
function useSave(etag: string | undefined, isKnown: boolean, onClose: () => void) {
  const version = useVersion(etag);
  const onSuccess = ({ name, nodes }: { name: string; nodes: readonly Receipt[] }) => {
    toast.success(`${name} is ${isKnown ? "changed" : "added"}`, { description: describeReceipts(nodes, "In force") });
    onClose();
  };
  const change = useOperation(alertChannelContracts.update, {
    onSuccess,
    keepsSecret: true,
    ifMatch: version.ifMatch,
  });
  const add = useOperation(alertChannelContracts.create, { onSuccess, keepsSecret: true });
  const { isPending, error } = isKnown ? change : add;
  return {
    isPending,
    error,
    start({ name, kind, address, signing }: Typed): void {
      if (isKnown)
        change.mutate({
          name,
          kind,
          ...(address !== "" && { address }),
          ...(signing !== undefined && { signing_secret: signing }),
        });
      else add.mutate({ name, kind, address, ...(typeof signing === "string" && { signing_secret: signing }) });
    },
  };
}

function ChannelForm({ opened, onClose }: { opened: Versioned<AlertChannelView> | undefined; onClose: () => void }) {
  const row = opened?.body;
  const [name, setName] = useState(row?.name ?? "");
  const [kind, setKind] = useState<"slack" | "webhook">(row?.kind === "webhook" ? "webhook" : "slack");
  const [address, setAddress] = useState("");
  const [signing, setSigning] = useState<Signing>();
  const save = useSave(opened?.etag, row !== undefined, onClose);
  const typed = address.trim();
  const isKnown = row !== undefined && typed === "";
  const { data: known } = useAlertChannels();
  const nameFault = row || save.isPending ? undefined : faultOf(name, known?.data ?? []);
  return (
    <Form
      submit={row ? "Save changes" : "Add channel"}
      busy={save.isPending}
      disabled={name === "" || nameFault !== undefined || (typed === "" && !isKnown)}
      error={save.error}
      onSubmit={() => save.start({ name, kind, address: typed, signing: kind === "webhook" ? signing : undefined })}
      onCancel={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          hint={row ? "A name cannot be changed." : "Rules name it."}
          error={nameFault}
          placeholder="on-call"
          className="font-mono"
          required
          disabled={row !== undefined}
          value={name}
          onValue={setName}
        />
        <SegmentedField
          label="Kind"
          hint={kind === "slack" ? "An incoming webhook, or what takes the same." : "Signed JSON to your own address."}
          options={KINDS}
          value={kind}
          onChange={setKind}
        />
      </div>
      <TextField
        label="Address"
        hint={
          row
            ? `Leave it empty to keep the one at ${row.origin ?? ""}.`
            : "With https://. Only its origin is shown later."
        }
        placeholder={kind === "slack" ? "https://hooks.slack.com/services/…" : "https://alerts.example.com/hook"}
        inputMode="url"
        className="font-mono"
        required={row === undefined}
        value={address}
        onValue={setAddress}
      />
      {kind === "webhook" && <SigningField value={signing} isKnown={row?.own_secret ?? false} onValue={setSigning} />}
      <TestPart isReady={typed !== "" || isKnown} what={typed === "" ? { channel: name } : { kind, address: typed }} />
    </Form>
  );
}

/** Sends a test message to what is typed, or to the channel as it is. */
function TestPart({ isReady, what }: { isReady: boolean; what: InputOf<typeof alertingContracts.test> }) {
  const test = useOperation(alertingContracts.test, { keepsSecret: true });
  return (
    <div className="space-y-2">
      <WriteButton size="small" busy={test.isPending} disabled={!isReady} onClick={() => test.mutate(what)}>
        <Send className="size-3.5" aria-hidden /> Send a test
      </WriteButton>
      <TestResults test={test} />
    </div>
  );
}

/** Why a new channel cannot have a name; undefined: it can, or nothing is typed yet. */
function faultOf(name: string, known: readonly AlertChannelView[]): string | undefined {
  if (name === "") return undefined;
  if (!NAME.test(name)) return "Lower-case letters, digits and hyphens, at most 40.";
  return known.some((one) => one.name === name) ? "A channel has this name already." : undefined;
}
