"use client";
import { LoaderCircle, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import * as RadixDialog from "radix-ui/dialog";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { addressOf } from "@/components/api/address";
import { callOperation, type OutputOf } from "@/components/api/client";
import { useSingleMutation } from "@/components/api/use-single-mutation";
import { handToken } from "@/components/shared/handed-token";
import { entityAddress } from "@/components/shared/entity-address";
import { addressWithKeptTime } from "@/components/time-range/kept-time";
import { signOut } from "@/components/shell/sign-out";
import { useOpener } from "@/components/ui/focus/use-opener";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { stepped } from "./commands";
import { mayBeSecret } from "./pasted";
import { ResultList } from "./result-list";
import { type Choice, useChoices } from "./use-choices";

type Explained = OutputOf<typeof decisionContracts.explain>;

/** Goes to any page or entity, starts an action, or opens what was pasted, all by keyboard. */
export function Palette({
  open,
  readOnly,
  text,
  onText,
  onClose,
}: {
  open: boolean;
  /** What is searched for, which may be a secret. */
  text: string;
  onText: (text: string) => void;
  /** Whether the account may change nothing, so that actions that change something are left out. */
  readOnly: boolean;
  onClose: () => void;
}) {
  const { giveFocusBack, onEscape } = useOpener(open, onClose);
  const hasLeft = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <RadixDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 animate-fade bg-black/35 dark:bg-black/60" />
        <RadixDialog.Content
          aria-describedby={undefined}
          onEscapeKeyDown={onEscape}
          onOpenAutoFocus={(event) => {
            // By itself it would select what was typed before it came, and the next letter would take its place.
            event.preventDefault();
            input.current?.focus();
            input.current?.setSelectionRange(text.length, text.length);
          }}
          onCloseAutoFocus={(event) => {
            // On another page, the focus goes to the content, not to what opened the palette.
            giveFocusBack(event, hasLeft.current ? document.getElementById("content") : null);
            hasLeft.current = false;
          }}
          className="fixed top-[12dvh] left-1/2 z-50 flex max-h-[70dvh] w-[min(38rem,calc(100vw-2rem))] -translate-x-1/2 animate-fade flex-col overflow-hidden rounded-xl border bg-raised shadow-high focus:outline-none"
        >
          <RadixDialog.Title className="sr-only">Search or jump to</RadixDialog.Title>
          <PaletteBody
            readOnly={readOnly}
            input={input}
            text={text}
            onText={onText}
            onDone={onClose}
            onLeave={() => {
              hasLeft.current = true;
              onClose();
            }}
          />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function PaletteBody({
  readOnly,
  input,
  text,
  onText,
  onLeave,
  onDone,
}: {
  readOnly: boolean;
  input: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  /** Called on the way to another page. */
  onLeave: () => void;
  /** Called when something was done on this page. */
  onDone: () => void;
}) {
  // Its key, because results that come later may stand before it.
  const [chosenKey, setChosenKey] = useState<string>();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const { choices, isBusy, error } = useChoices(text, readOnly);
  const active = Math.max(
    choices.findIndex(({ key }) => key === chosenKey),
    0,
  );
  const { choose, findKey } = useActs(onLeave, onDone);
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setChosenKey(choices[stepped(active, event.key === "ArrowDown" ? 1 : -1, choices.length)]?.key);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(choices[active]);
    }
  };
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active, choices]);
  const optionId = (at: number) => `${listId}-${at}`;
  return (
    <>
      <SearchRow
        input={input}
        text={text}
        isBusy={isBusy || findKey.isPending}
        listId={listId}
        activeId={choices.length > 0 ? optionId(active) : undefined}
        onText={(next) => {
          onText(next);
          setChosenKey(undefined);
          findKey.reset();
        }}
        onKeyDown={press}
      />
      <p role="status" className="sr-only">
        {isBusy ? "Searching" : `${choices.length} ${choices.length === 1 ? "result" : "results"}`}
      </p>
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto p-1.5">
        <Message error={findKey.error ?? error} found={findKey.data} />
        <ResultList
          id={listId}
          choices={choices}
          active={active}
          optionId={optionId}
          onHover={(at) => setChosenKey(choices[at]?.key)}
          onChoose={choose}
        />
        {choices.length === 0 && !isBusy && !error && <NothingFits text={text} />}
      </div>
    </>
  );
}

/** `activeId`: of the choice that Enter takes; undefined if nothing fits. */
function SearchRow({
  input,
  text,
  isBusy,
  listId,
  activeId,
  onText,
  onKeyDown,
}: {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  isBusy: boolean;
  listId: string;
  activeId: string | undefined;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  return (
    <div className="flex items-center gap-2.5 border-b px-4">
      {isBusy ? (
        <LoaderCircle className="size-4 shrink-0 animate-spin text-ink-faint" aria-hidden />
      ) : (
        <Search className="size-4 shrink-0 text-ink-faint" aria-hidden />
      )}
      <input
        ref={input}
        role="combobox"
        aria-label="Search or jump to"
        aria-expanded={activeId !== undefined}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        // Without a form and a name, the browser keeps nothing of what is typed here.
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="Page, team, user, key, model, action, or paste an id or a token"
        className="h-12 min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-ink-faint"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <kbd className="hidden rounded border px-1.5 py-0.5 font-sans text-meta text-ink-faint sm:block">Esc</kbd>
    </div>
  );
}

/**
 * What a choice does, and the search for the page of a key by its secret. `onLeave`: called on the way to a page.
 * `onDone`: called after an act on this page.
 */
function useActs(onLeave: () => void, onDone: () => void) {
  const { setTheme } = useTheme();
  const router = useRouter();
  const go = (path: string) => {
    router.push(addressOf(addressWithKeptTime(path)));
    onLeave();
  };
  const findKey = useSingleMutation({
    // The token is sent in a body, because addresses stay in logs and the history.
    mutationFn: (token: string) =>
      callOperation(decisionContracts.explain, { token, method: "GET", route: "/v1/models" }),
    gcTime: 0,
    onSuccess: ({ identity }) => {
      if (identity?.key_id) go(entityAddress("key", identity.key_id));
    },
  });
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined || findKey.isPending) return;
    switch (choice.act) {
      case "go":
        return go(choice.path);
      case "theme":
        setTheme(choice.theme);
        return onDone();
      case "sign_out":
        return void signOut();
      case "find_key":
        return findKey.mutate(choice.secret);
      case "explain_token":
        handToken(choice.secret);
        return go("/console/explain");
    }
  };
  return { choose, findKey };
}

function NothingFits({ text }: { text: string }) {
  return (
    <p className="px-3 py-6 text-center text-ink-faint">
      {mayBeSecret(text)
        ? "This may be part of a key or a token, so it is not searched for. Paste all of it."
        : "Nothing matches. The search finds any part of a name or an id."}
    </p>
  );
}

/** Why nothing is found, or no page of a key. */
function Message({ error, found }: { error: Error | null | undefined; found: Explained | undefined }) {
  return (
    <>
      {error && (
        <p role="alert" className="px-3 py-2 text-bad wrap-anywhere">
          {error.message}
        </p>
      )}
      {found && !found.identity?.key_id && (
        <p role="alert" className="px-3 py-2 text-warn">
          {found.identity?.kind === "master-key"
            ? "This is the master key, which has no page."
            : "No key of this gateway has this secret."}
        </p>
      )}
    </>
  );
}
