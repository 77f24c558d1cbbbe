/**
 * Keeps what is typed and pressed on a server's page before React has taken it over, and replays it then in its order,
 * so that nobody has to wait for a page that they already see. Links work by themselves, and so do forms with an
 * `action`.
 *
 * The page runs the text of this function before anything else, so it uses nothing from outside.
 */
export function keepEarlyEvents(): void {
  type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const TYPES = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "keydown", "input", "change", "submit"];
  const CONTROLS = "button, input, select, textarea";
  const TEXTS = "input:not([type=checkbox], [type=radio], [type=submit]), select, textarea";
  const LOOK_AGAIN_MS = 20;
  /**
   * An element that React has not taken over this long after it began is not React's: a browser extension put it there.
   */
  const GIVE_UP_MS = 10_000;
  const waiting: { readonly target: Element; readonly replay: () => void }[] = [];
  const typed = new Map<Element, string>();
  let begunAt: number | undefined;
  let isReplaying = false;
  /** The element on which the page prevented a key's default. The click that this key caused is not replayed. */
  let keyPreventedOn: Element | undefined;

  // React marks an element while it prepares to take it over. Until it has, the element or one around it has one of
  // these flags (Placement, Hydrating), and events are lost there.
  const PENDING = 2 | 4096;
  interface Fiber {
    readonly alternate: Fiber | null;
    readonly flags: number;
    readonly return: Fiber | null;
  }
  const isTakenOver = (element: Element): boolean => {
    const mark = Object.keys(element).find((property) => property.startsWith("__reactFiber$"));
    if (mark === undefined) return false;
    let fiber: Fiber | null = Reflect.get(element, mark);
    for (; fiber && !fiber.alternate; fiber = fiber.return) if (fiber.flags & PENDING) return false;
    return true;
  };

  const keep = (target: Element, event: Event, replay: () => void): void => {
    event.stopImmediatePropagation();
    waiting.push({ target, replay });
  };

  const replayText = (control: Control): void => {
    const text = typed.get(control);
    if (text === undefined) return;
    typed.delete(control);
    const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set;
    // Set twice, because React ignores a value that it knows, and may learn the value only with the first event.
    for (const value of [`${text} `, text]) {
      set?.call(control, value);
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
    control.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const listen = (event: Event): void => {
    const { target } = event;
    if (isReplaying || !(target instanceof Element)) return;
    if (waiting.length === 0 && isTakenOver(target)) return;
    const text = target.matches(TEXTS) ? (target as Control) : undefined;
    const form = target.closest("form");
    if (event.type === "input" || event.type === "change") {
      if (text === undefined) return;
      typed.set(text, text.value);
      return keep(text, event, () => replayText(text));
    }
    if (event instanceof KeyboardEvent) return keepKey(target, event, text !== undefined);
    // Links and forms with an action work by themselves.
    if (target.closest("a[href]") || form?.hasAttribute("action")) return;
    if (event instanceof SubmitEvent) {
      event.preventDefault();
      return keep(target, event, () => form?.requestSubmit());
    }
    if (!(event instanceof MouseEvent) || text !== undefined || !target.closest("button, input")) return;
    if (event.type === "click") event.preventDefault();
    const isByKey = event.type === "click" && event.detail === 0;
    keep(target, event, () => {
      if (isByKey && keyPreventedOn === target) return;
      const copy = event instanceof PointerEvent ? PointerEvent : MouseEvent;
      target.dispatchEvent(new copy(event.type, event));
    });
  };

  const keepKey = (target: Element, event: KeyboardEvent, isText: boolean): void => {
    const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    // Fields of text take keys by themselves.
    if (isText && !isShortcut) return;
    // Some browsers would go to their address bar.
    if (isShortcut) event.preventDefault();
    keep(target, event, () => {
      const focused = document.activeElement ?? target;
      // A dialog that has opened meanwhile has the focus, so the letter is typed there.
      if (target === document.body && focused.matches(TEXTS) && event.key.length === 1)
        return void document.execCommand("insertText", false, event.key);
      const isOpen = target.dispatchEvent(new KeyboardEvent(event.type, event));
      keyPreventedOn = isOpen ? undefined : target;
    });
  };

  const look = (): void => {
    // Once all scripts are loaded, events wait no longer than GIVE_UP_MS, even if the scripts have failed.
    if (isTakenOver(document.body) || document.readyState === "complete") begunAt ??= performance.now();
    const isOver = begunAt !== undefined && performance.now() - begunAt > GIVE_UP_MS;
    const [next] = waiting;
    if (next && (isOver || !next.target.isConnected || isTakenOver(next.target))) {
      waiting.shift();
      isReplaying = true;
      if (next.target.isConnected) next.replay();
      isReplaying = false;
      // React draws the result of this event before the next one is replayed.
      return void setTimeout(look);
    }
    const isLoaded = document.readyState !== "loading" && [...document.querySelectorAll(CONTROLS)].every(isTakenOver);
    if (!isOver && (next || !isLoaded)) return void setTimeout(look, LOOK_AGAIN_MS);
    for (const type of TYPES) window.removeEventListener(type, listen, true);
  };

  for (const type of TYPES) window.addEventListener(type, listen, true);
  look();
}
