/**
 * Scrolls to the fields of a setting on the page and puts the focus there. `index`: the entry, in a setting that is a
 * list.
 */
export function showSetting(setting: string, index?: number): void {
  const badge = document.querySelector(`[data-setting="${CSS.escape(setting)}"]`);
  const around = badge?.closest("section") ?? undefined;
  const entry = index === undefined ? undefined : around?.querySelectorAll("ol > li")[index];
  const place = entry ?? badge?.closest("div") ?? badge;
  if (!place) return;
  place.scrollIntoView({ block: "center" });
  (entry ?? badge?.closest("div"))?.querySelector<HTMLElement>("input, select, textarea, button")?.focus({
    preventScroll: true,
  });
}
