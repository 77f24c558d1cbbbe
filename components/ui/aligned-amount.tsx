import type { CSSProperties } from "react";
import { fractionDigits } from "@/components/api/format";

/** The width of the missing digits. A style sheet uses it except on a phone, which has no room to spare. */
const MISSING = "--missing-digits";
/** The width of a point, by which an amount without one is narrower. */
const POINT = "0.28em";

/**
 * An amount in a right-aligned column, with the points below one another. `digits`: the most digits that an amount of
 * the column has behind the point. `exact`: the amount with all its digits, which is shown on hover if it differs.
 */
export function AlignedAmount({ amount, digits, exact = amount }: { amount: string; digits: number; exact?: string }) {
  const own = fractionDigits(amount);
  const isNumber = /\d$/.test(amount);
  const room = `calc(${Math.max(0, digits - own)}ch + ${own === 0 && digits > 0 ? POINT : "0px"})`;
  return (
    <span
      title={exact === amount ? undefined : exact}
      className="whitespace-nowrap tabular-nums sm:pe-(--missing-digits)"
      style={{ [MISSING]: isNumber ? room : "0px" } as CSSProperties}
    >
      {amount}
    </span>
  );
}
