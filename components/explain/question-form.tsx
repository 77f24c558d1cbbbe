"use client";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type FormEvent, useEffect, useState } from "react";
import { useApiDescription } from "@/components/api/use-api-description";
import { ClaimAdder } from "@/components/claims/claim-adder";
import { withClaim } from "@/components/claims/known-claims";
import { withJsonMember } from "@/components/claims/with-json-member";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { RestoredNotice } from "@/components/shared/drafts/restored-notice";
import { JsonTextarea } from "@/components/shared/forms/json-textarea";
import { onHandedToken } from "@/components/shared/handed-token";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Field, Textarea } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import {
  type Draft,
  EMPTY_DRAFT,
  type Faults,
  type KeptDraft,
  keptDraft,
  listRoutes,
  type Question,
  readDraft,
} from "./question";
import { type Edited, RequestFields } from "./request-fields";
import { PlainButton } from "@/components/ui/plain-button";
import { lazyPart } from "@/components/ui/lazy/lazy-part";

const DraftSettingsField = lazyPart(() =>
  import("@/components/claims/draft-settings-field").then((module) => module.DraftSettingsField),
);

const SUBJECTS = [
  { value: "token", label: "Token" },
  { value: "claims", label: "Claims" },
] as const;

const EXAMPLE_CLAIMS = `{
  "client_id": "my-project",
  "scope": "models:chat"
}`;

const NOTHING = JSON.stringify(keptDraft(EMPTY_DRAFT));

interface Asking {
  busy: boolean;
  onAsk: (question: Question) => void;
  onClear: () => void;
}

/** The form of a question. Except for secrets, it outlives its page. */
export function QuestionForm({
  onClear,
  onHanded,
  ...asking
}: Asking & {
  /** Called when the palette has handed a token over. */
  onHanded: () => void;
}) {
  const kept = useKeptState<KeptDraft>("explain", () => keptDraft(EMPTY_DRAFT));
  const [typed, setTyped] = useState<Draft>();
  const restored = kept.state;
  const draft = typed ?? { ...EMPTY_DRAFT, ...restored };
  useEffect(
    () =>
      onHandedToken((token) => {
        setTyped((before) => ({ ...EMPTY_DRAFT, ...restored, ...before, by: "token", token }));
        onHanded();
      }),
    [onHanded, restored],
  );
  const change = (to: Partial<Draft>) => {
    const changed = { ...draft, ...to };
    setTyped(changed);
    const outliving = keptDraft(changed);
    // Without the token, there may be nothing to keep.
    if (JSON.stringify(outliving) === NOTHING) kept.forget();
    else kept.change(outliving);
  };
  const clear = () => {
    setTyped(EMPTY_DRAFT);
    kept.startOver(keptDraft(EMPTY_DRAFT));
    onClear();
  };
  return (
    <div className="space-y-4">
      {kept.isRestored && <RestoredNotice onStartOver={clear} />}
      <Fields {...asking} draft={draft} onChange={change} onClear={clear} />
    </div>
  );
}

function Fields({
  busy,
  draft,
  onChange,
  onAsk,
  onClear,
}: Asking & { draft: Draft; onChange: (to: Partial<Draft>) => void }) {
  const [faults, setFaults] = useState<Faults>({});
  const description = useApiDescription();
  const routes = listRoutes(description.data);
  const route = routes.find(({ name }) => name === draft.route) ?? routes[0];
  const change = (name: keyof Draft) => (value: string) => {
    onChange({ [name]: value });
    setFaults(({ [name]: _, ...others }) => others);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!route) return;
    const read = readDraft(draft, route);
    setFaults("faults" in read ? read.faults : {});
    if ("question" in read) onAsk(read.question);
  };
  const clear = () => {
    setFaults({});
    onClear();
  };
  return (
    // Its fields have no names, so that the form would carry no token even if the browser sent it by itself.
    <form onSubmit={submit} method="post" autoComplete="off" className="space-y-4" noValidate>
      <Segmented label="Credential" options={SUBJECTS} value={draft.by} onChange={change("by")} />
      <CredentialField draft={draft} faults={faults} change={change} />
      <RequestFields {...{ draft, faults, routes, route, change }} />
      <DraftSettingsField
        hint="Optional. Settings of gateway_jwtauth, in place of those in force: claim fields, issuers, mappings."
        error={faults.settings}
        value={draft.settings}
        onChange={change("settings")}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" className="flex-1" busy={busy}>
          Explain
        </Button>
        <Button onClick={clear}>Clear</Button>
      </div>
    </form>
  );
}

/** The token, or the claims of one. */
function CredentialField({ draft, faults, change }: Edited) {
  if (draft.by === "token")
    return (
      <Field
        label="Token"
        hint="A JWT or a key. It stays in this page's memory, and the gateway neither keeps nor logs it."
        error={faults.token}
      >
        {(control) => (
          <SecretTextarea {...control} value={draft.token} onChange={(event) => change("token")(event.target.value)} />
        )}
      </Field>
    );
  return (
    <div className="space-y-2">
      <Field
        label="Claims"
        hint="The claims of a verified token. Signature and times are not checked."
        error={faults.claims}
      >
        {(control) => (
          <JsonTextarea
            {...control}
            rows={7}
            placeholder={EXAMPLE_CLAIMS}
            value={draft.claims}
            onChange={(event) => change("claims")(event.target.value)}
          />
        )}
      </Field>
      <ClaimAdder
        label="Claim of the token"
        onAdd={(claim, all) =>
          change("claims")(withJsonMember(draft.claims, (claims) => withClaim(claims, claim, all)))
        }
      />
    </div>
  );
}

/**
 * Several lines, masked until the user shows them. This is not a password field, which browsers would offer to save.
 */
function SecretTextarea({ className, ...rest }: ComponentProps<"textarea">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Textarea
        {...rest}
        rows={5}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        data-1p-ignore
        data-lpignore="true"
        placeholder="eyJhbGciOi… or sk-…"
        className={classNames(
          "block resize-y pr-9 font-mono text-meta leading-relaxed break-all placeholder:[-webkit-text-security:none]",
          !shown && "[-webkit-text-security:disc]",
          className,
        )}
      />
      <PlainButton
        aria-label={shown ? "Hide the token" : "Show the token"}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded text-ink-faint hover:bg-hover hover:text-ink"
      >
        <Icon className="size-3.5" aria-hidden />
      </PlainButton>
    </div>
  );
}
