/** The address of the Access page: the tab, the revision that is open, and what the matrix shows. */
export const USUAL_ACCESS = { tab: "rules", revision: "", rows: "", models: "", as: "", days: "", page: "", model: "" };
export type AccessView = typeof USUAL_ACCESS;
