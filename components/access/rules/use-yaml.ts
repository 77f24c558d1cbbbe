import { useEffect, useState } from "react";

/** A value as YAML; undefined until its writer has been loaded, which pages without YAML never do. */
export function useYaml(value: object | undefined): string | undefined {
  const [write, setWrite] = useState<(value: object) => string>();
  useEffect(() => {
    let isGone = false;
    void import("yaml").then(({ stringify }) => {
      if (!isGone) setWrite(() => (given: object) => stringify(given));
    });
    return () => {
      isGone = true;
    };
  }, []);
  return value && write?.(value);
}
