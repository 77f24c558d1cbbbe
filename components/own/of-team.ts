/** What an address says about one team: texts by name. */
type TeamView<View> = Readonly<Record<keyof View, string>>;

/** What a text of an address says about one team. `usual`: of teams about which it says nothing. */
export function ofTeam<View extends TeamView<View>>(text: string, team: string, usual: View): View {
  const names = Object.keys(usual);
  const values = read(text, names.length).get(team);
  return values ? { ...usual, ...Object.fromEntries(names.map((name, at) => [name, values[at]])) } : usual;
}

/** The text of an address after what it says about one team has changed. */
export function withTeam<View extends TeamView<View>>(text: string, team: string, view: View, usual: View): string {
  // In the order of the names of `usual`.
  const values = Object.values<string>({ ...usual, ...view });
  const without = Object.values<string>(usual);
  const views = read(text, values.length);
  views.delete(team);
  if (values.some((value, at) => value !== without[at])) views.set(team, values);
  return [...views].map(([id, of]) => [id, ...of].map(encodeURIComponent).join(":")).join(",");
}

/** An address may hold any text. `count`: how many values each team has. */
function read(text: string, count: number): Map<string, readonly string[]> {
  return new Map(
    text.split(",").flatMap((part): [string, string[]][] => {
      try {
        const [team, ...values] = part.split(":").map(decodeURIComponent);
        return team === undefined || values.length !== count ? [] : [[team, values]];
      } catch {
        return [];
      }
    }),
  );
}
