import type { CallInput } from "./transport.ts";

/** Converts the body and the files of a call to a form. The field of an object gets a name like `user[email]`. */
export function buildFormData({ body, files = {} }: CallInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) appendField(form, name, value);
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file);
  return form;
}

function appendField(form: FormData, name: string, value: unknown): void {
  if (typeof value === "object" && value !== null) {
    for (const [field, fieldValue] of Object.entries(value)) {
      appendField(form, `${name}[${field}]`, fieldValue);
    }
  } else if (value !== undefined) {
    form.append(name, `${value as string | number | boolean}`);
  }
}
