import { Columns3 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuCheck } from "@/components/ui/menu";
import { columnOf, COLUMNS, type ColumnName, withColumn } from "./columns";

/** Chooses the columns of the list. `onChoose` gets them as the address has them. */
export function ColumnMenu({
  columns,
  onChoose,
}: {
  columns: readonly ColumnName[];
  onChoose: (columns: string) => void;
}) {
  return (
    <Menu
      trigger={
        <Button>
          <Columns3 className="size-3.5" aria-hidden /> <span className="max-sm:sr-only">Columns</span>
        </Button>
      }
    >
      {Object.entries(COLUMNS).map(([name, label]) => (
        <MenuCheck
          key={name}
          checked={columns.some((one) => one === name)}
          onChange={(isOn) => onChoose(withColumn(columns, columnOf(name), isOn))}
        >
          {label}
        </MenuCheck>
      ))}
    </Menu>
  );
}
