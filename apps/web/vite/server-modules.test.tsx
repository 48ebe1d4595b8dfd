import * as original from "@tanstack/react-query";
import { icons } from "lucide-react";
import OriginalIcon from "lucide-react/dist/esm/Icon.mjs";
import type { ComponentType, ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import Icon from "./server/icon.ts";
import * as replaced from "./server/query.ts";

type AnyIcon = ComponentType<Record<string, unknown>>;

/** Reads the drawing that an icon of lucide-react passes to `Icon`. */
function readDrawing(icon: unknown): unknown {
  const { render } = icon as { render: (props: object) => { props: { icon: unknown } } };
  return render({}).props.icon;
}

test("the server's icons render the same HTML as lucide-react's", () => {
  const ServerIcon = Icon as unknown as AnyIcon;
  const Original = OriginalIcon as unknown as AnyIcon;
  const variants = [
    {},
    { size: 20, className: "shrink-0 text-ink-2" },
    { "aria-hidden": true, strokeWidth: 2.2, className: "[&>path]:fill-none" },
    { "aria-label": 'a "quoted" <label>', role: "img" },
    { children: <title>A title</title> },
  ];
  // A tenth of the icons, because all would take seconds.
  for (const component of Object.values(icons).filter((_, index) => index % 10 === 0)) {
    const icon = readDrawing(component);
    for (const props of variants) {
      const expected = renderToString(<Original icon={icon} {...props} />);
      // Twice, because the second rendering uses the cached drawing of the first.
      for (const _ of [1, 2]) {
        expect(renderToString(<ServerIcon icon={icon} {...props} />)).toBe(expected);
      }
    }
  }
});

const comparedFields = [
  "data",
  "status",
  "error",
  "isPending",
  "isError",
  "isFetching",
  "isSuccess",
] as const;
type Query = Record<(typeof comparedFields)[number], unknown>;

function createClient(): original.QueryClient {
  const client = new original.QueryClient({
    defaultOptions: { queries: { staleTime: 20_000, retry: false } },
  });
  client.setQueryData(["fresh"], { n: 1 });
  client.setQueryData(["old"], { n: 2 }, { updatedAt: Date.now() - 60_000 });
  client.setQueryData(["invalidated"], { n: 3 });
  void client.invalidateQueries({ queryKey: ["invalidated"], refetchType: "none" });
  return client;
}

function render(client: original.QueryClient, Part: () => ReactNode): string {
  return renderToString(
    <original.QueryClientProvider client={client}>
      <Part />
    </original.QueryClientProvider>,
  );
}

test.each([
  [{ queryKey: ["fresh"] }],
  [{ queryKey: ["fresh"], select: ({ n }: { n: number }) => n + 1 }],
  [{ queryKey: ["fresh"], staleTime: 0 }],
  [{ queryKey: ["fresh"], enabled: false }],
  [{ queryKey: ["old"] }],
  [{ queryKey: ["invalidated"] }],
  [{ queryKey: ["missing"] }],
  [{ queryKey: ["missing"], enabled: false, placeholderData: { n: 4 } }],
])("the server's useQuery returns the same as the library's for %j", (options) => {
  const client = createClient();
  const read = (useQuery: (options: never) => unknown) => () => {
    const query = useQuery({ queryFn: async () => ({ n: 0 }), ...options } as never) as Query;
    return JSON.stringify(comparedFields.map((name) => query[name] ?? null));
  };
  expect(render(client, read(replaced.useQuery as never))).toBe(
    render(client, read(original.useQuery as never)),
  );
});

test("the server's useMutation returns the same as the library's", () => {
  const read = (useMutation: (options: never) => unknown) => () => {
    const mutation = useMutation({ mutationFn: async () => {} } as never) as object;
    return JSON.stringify(mutation, Object.keys(mutation).sort());
  };
  const client = createClient();
  expect(render(client, read(replaced.useMutation as never))).toBe(
    render(client, read(original.useMutation as never)),
  );
});
