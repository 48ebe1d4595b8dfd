/**
 * Acts as a browser at a provider: follows redirects from `address` and returns the address that
 * leads back to the site, without opening it. Without a subject the person cancels.
 */
export async function visitProvider(address: string, subject: string | undefined): Promise<string> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let url = address;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(url, {
      method: body ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie },
      ...(body && { body }),
    });
    for (const setCookie of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
      cookies.set(name, value);
    }
    const location = reply.headers.get("location");
    if (location === null) {
      if (!url.includes("/interaction/")) throw new Error(`${reply.status}: ${await reply.text()}`);
      body = new URLSearchParams({ person: subject ?? "" });
      continue;
    }
    body = undefined;
    url = new URL(location, url).href;
    if (new URL(url).origin !== origin) return url;
  }
  throw new Error("Too many redirects at the provider.");
}
