/** Loads an address as a new document, such as a page with another policy, or one of the payment provider. */
export const openDocument = (address: string): void => window.location.assign(address);

/** Sends a form to another site, in place of this page. */
export function postForm(address: string, fields: Record<string, string>): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = address;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
