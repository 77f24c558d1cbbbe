/** How many changes of one kind are tried, so that a token with many groups does not use up the search. */
export const MOST_OF_A_KIND = 25;
