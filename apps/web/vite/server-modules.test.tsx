import * as original from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import * as replaced from "./server/query.ts";

const comparedFields = [
  "data",
  "status",
  "error",
  "isPending",
  "isError",
  "isFetching",
  "isSuccess",
  "isLoading",
  "isFetched",
  "isStale",
  "fetchStatus",
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
  [{ queryKey: ["missing"], enabled: false }],
  [{ queryKey: ["missing"], enabled: () => false }],
  [{ queryKey: ["missing"], initialData: { n: 5 } }],
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

test.each(["missing", "old"])(
  "the server's useQueries returns the same as the library's for fresh and %s data",
  (name) => {
    const names = ["fresh", name];
    const client = createClient();
    const read = (useQueries: (options: never) => unknown) => () => {
      const queries = names.map((key) => ({ queryKey: [key], queryFn: async () => ({ n: 0 }) }));
      const combine = (states: Query[]) =>
        states.map((state) => comparedFields.map((field) => state[field] ?? null));
      return JSON.stringify(useQueries({ queries, combine } as never));
    };
    expect(render(client, read(replaced.useQueries as never))).toBe(
      render(client, read(original.useQueries as never)),
    );
  },
);

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
