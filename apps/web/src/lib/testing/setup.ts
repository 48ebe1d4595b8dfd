import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// Lazily loaded code may take seconds on a busy machine.
configure({ asyncUtilTimeout: 8_000 });

// Files of tests share one page, so each test leaves it as it was.
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
