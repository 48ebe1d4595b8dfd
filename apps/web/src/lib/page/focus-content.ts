/** The content of the page, or its heading with `data-page-focus`, which gets the focus after a navigation. */
export function findContent(): HTMLElement | null {
  const main = document.getElementById("main");
  return main?.querySelector<HTMLElement>("[data-page-focus]") ?? main;
}
