import type { CallInput } from "./transport.ts";

/** The body of a call as a form with its files. A field of an object is named as in `user[email]`. */
export function buildFormData({ body, files = {} }: CallInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) appendField(form, name, value);
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file);
  return form;
}

function appendField(form: FormData, name: string, value: unknown): void {
  if (typeof value === "object" && value !== null) {
    for (const [inner, part] of Object.entries(value)) appendField(form, `${name}[${inner}]`, part);
  } else if (value !== undefined) {
    form.append(name, `${value as string | number | boolean}`);
  }
}
