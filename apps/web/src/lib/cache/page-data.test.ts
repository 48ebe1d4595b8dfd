import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { readPageData, writePageData } from "./page-data.ts";

test("the browser's cache gets the loaded queries of the server's cache, with the times of loading", async () => {
  const server = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  server.setQueryData(
    ["getUser", { params: { id: "yui" } }],
    { name: "ゆい</script>" },
    { updatedAt: 5 },
  );
  server.setQueryData(["getBadges"], null, { updatedAt: 7 });
  const fail = () => Promise.reject(new Error("unreachable"));
  await server.prefetchQuery({ queryKey: ["listItems"], queryFn: fail });

  const browser = new QueryClient();
  readPageData(browser, writePageData(server));
  expect(browser.getQueryCache().getAll()).toHaveLength(2);
  expect(browser.getQueryState(["getUser", { params: { id: "yui" } }])).toMatchObject({
    status: "success",
    data: { name: "ゆい</script>" },
    dataUpdatedAt: 5,
  });
  expect(browser.getQueryState(["getBadges"])).toMatchObject({ data: null, dataUpdatedAt: 7 });
});
