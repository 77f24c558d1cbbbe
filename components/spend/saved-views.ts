/** A view that a person keeps: its name, and the query of its address. */
export interface SavedView {
  readonly name: string;
  readonly query: string;
}

/** The most views in the menu. Nobody reads a longer one. */
export const MOST_VIEWS = 20;

/** The valid views in a stored text. Anybody with this browser may have written it. */
export function readViews(text: string | null): SavedView[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
  return Array.isArray(stored) ? stored.filter(isView).slice(0, MOST_VIEWS) : [];
}

/** Views in the order of their names. */
export function byName(views: readonly SavedView[]): SavedView[] {
  return [...views].sort((a, b) => a.name.localeCompare(b.name));
}

/** The views with one more, in the order of their names. A view of the same name is replaced. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  return byName([...views.filter(({ name }) => name !== view.name), view]).slice(0, MOST_VIEWS);
}

/** Whether there is no room for another view of this name. */
export function isFull(views: readonly SavedView[], name: string): boolean {
  return views.length >= MOST_VIEWS && !views.some((view) => view.name === name);
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== "object" || value === null) return false;
  const { name, query } = value as Partial<Record<keyof SavedView, unknown>>;
  return typeof name === "string" && name !== "" && typeof query === "string";
}
