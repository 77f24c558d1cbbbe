import { FIRST_PAGE, type PageAddress } from "@/components/shared/lists/list-page";

/** The page of the keys of one team, as the address holds it. Teams that are not in it show their first page. */
export function pageOfTeam(text: string, team: string): PageAddress {
  return read(text).get(team) ?? FIRST_PAGE;
}

/** The text of an address after the keys of one team were turned to a page. */
export function withPageOfTeam(text: string, team: string, { page, after }: PageAddress): string {
  const pages = read(text);
  pages.delete(team);
  if (page !== "") pages.set(team, { page, after });
  return [...pages].map(([id, at]) => [id, at.page, at.after].map(encodeURIComponent).join(":")).join(",");
}

/** An address may hold any text. */
function read(text: string): Map<string, PageAddress> {
  return new Map(
    text.split(",").flatMap((part): [string, PageAddress][] => {
      try {
        const [team, page, after, ...more] = part.split(":").map(decodeURIComponent);
        return team === undefined || page === undefined || after === undefined || more.length > 0
          ? []
          : [[team, { page, after }]];
      } catch {
        return [];
      }
    }),
  );
}
