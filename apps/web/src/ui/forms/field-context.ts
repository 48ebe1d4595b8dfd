import { createContext, use } from "react";

/** The state of a `Field` that its control needs. */
type FieldState = {
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  required: boolean;
};

export const FieldContext = createContext<FieldState | undefined>(undefined);

/** The attributes that connect a control to the label, hint and error of the `Field` around it. */
export function useFieldAttributes() {
  const field = use(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.isInvalid || undefined,
    "aria-required": field.required || undefined,
  };
}
