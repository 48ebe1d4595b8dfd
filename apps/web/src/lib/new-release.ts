/** Whether the site can be reached. */
export async function isThere(): Promise<boolean> {
  try {
    return (await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

const mark = "toibako:loaded-anew";

/**
 * A page whose script the server no longer has is an old one: takes the new release. Once for each
 * address, so that a script that stays away makes no ring. Answers whether the site is there.
 */
export async function loadAnewOnce(): Promise<boolean> {
  const there = await isThere();
  const here = location.href;
  if (there && sessionStorage.getItem(mark) !== here) {
    sessionStorage.setItem(mark, here);
    location.reload();
  }
  return there;
}
