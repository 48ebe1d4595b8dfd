import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { type AttemptName, renderHostileScript } from "./ads/hostile.ts";
import { burnScript, loopScript, nativeScript, popupPage, wrapperScript } from "./ads/scripts.ts";
import { listen } from "./payment-server.ts";

/** A request that the host got, with what it could tell a network about a reader. */
interface AdRequest {
  path: string;
  query: Record<string, string>;
  cookie: string | undefined;
  referer: string | undefined;
}

/** A host of advertising networks on loopback: Geniee's wrapper script, a native script and hostile tags. */
export interface AdHost {
  origin: string;
  /** Every request, oldest first. */
  requests: AdRequest[];
  /** The calls of `gnshbrequest.applyPassback`. */
  passbacks: { id: string; selector: string }[];
  /** What became of each attempt of the hostile tag, as the tag saw it. */
  outcomes: Map<string, string>;
  /** The markup of tags. */
  tags: {
    plain: string;
    geniee: string;
    /** Tries everything that needs no press, or only the `attempts`. */
    hostile: (attempts?: readonly AttemptName[]) => string;
    /** Takes some milliseconds of each `interval` of the processor. */
    burning: (milliseconds: number, interval: number) => string;
    looping: string;
  };
  native_script_url: string;
  close(): Promise<void>;
}

/** Listens on loopback; port 0 takes a free one. `site` is the address of the site that the hostile tag attacks. */
export async function startAdHost(site: string, port = 0): Promise<AdHost> {
  const requests: AdRequest[] = [];
  const passbacks: AdHost["passbacks"] = [];
  const outcomes: AdHost["outcomes"] = new Map();

  const replies: Record<string, (url: URL, request: IncomingMessage) => string | Promise<string>> =
    {
      "/wrapper.js": () => wrapperScript(server.origin),
      "/native.js": () => nativeScript,
      "/hostile.js": ({ searchParams }) =>
        renderHostileScript(server.origin, site, searchParams.get("attempts")?.split(",")),
      "/burn.js": ({ searchParams }) =>
        burnScript(Number(searchParams.get("ms")), Number(searchParams.get("of"))),
      "/loop.js": () => loopScript,
      "/popup": () => popupPage(server.origin),
      "/plain.gif": () => "",
      "/stolen": () => "<title>Stolen</title>",
      "/passbacks": ({ searchParams }) => {
        const [id = "", selector = ""] = [searchParams.get("id"), searchParams.get("selector")].map(
          (value) => value ?? "",
        );
        passbacks.push({ id, selector });
        return "";
      },
      "/outcomes": async (_url, request) => {
        const { name, outcome } = JSON.parse(await text(request)) as Record<string, string>;
        if (name !== undefined) outcomes.set(name, outcome ?? "");
        return "";
      },
    };

  const server = await listen(port, async (request, response) => {
    const url = new URL(request.url ?? "/", server.origin);
    requests.push({
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      cookie: request.headers.cookie,
      referer: request.headers.referer,
    });
    const reply = replies[url.pathname];
    const type = url.pathname.endsWith(".js") ? "text/javascript" : "text/html";
    response
      .writeHead(reply ? 200 : 404, {
        "content-type": `${type}; charset=utf-8`,
        "set-cookie": "tracker=1",
        "access-control-allow-origin": "*",
      })
      .end(await reply?.(url, request));
  });

  const script = (path: string) => `<script src="${server.origin}${path}"></script>`;
  return {
    origin: server.origin,
    requests,
    passbacks,
    outcomes,
    tags: {
      plain: `<p>Ad</p><img src="${server.origin}/plain.gif" alt="">`,
      geniee: script("/wrapper.js"),
      hostile: (attempts) =>
        script(`/hostile.js${attempts ? `?attempts=${attempts.join(",")}` : ""}`),
      burning: (milliseconds, interval) => script(`/burn.js?ms=${milliseconds}&of=${interval}`),
      looping: script("/loop.js"),
    },
    native_script_url: `${server.origin}/native.js`,
    close: server.close,
  };
}
