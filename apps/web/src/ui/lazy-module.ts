import { createContext, use, useEffect, useEffectEvent, useState } from "react";

/** Code that most visits never need and that is loaded on demand. */
export interface LazyModule<T> {
  /** The code, if it is loaded. */
  getLoaded: () => T | undefined;
  /** Loads the code once. A call after a failed one tries again. */
  load: () => Promise<T>;
}

export function lazyModule<T>(fetch: () => Promise<T>): LazyModule<T> {
  let code: T | undefined;
  return {
    getLoaded: () => code,
    async load() {
      code ??= await fetch();
      return code;
    },
  };
}

/** Tells the reader that something could not be opened. */
export const LazyModuleFailed = createContext<() => void>(() => {});

/**
 * Loads the code when it is wanted and returns it once it is loaded. A failure doesn't affect the
 * page around it.
 */
export function useLazyModule<T>(
  code: LazyModule<T>,
  isWanted: boolean,
  onFailed: () => void,
): T | undefined {
  const showFailure = use(LazyModuleFailed);
  // The state gets `getLoaded` and not its result: React would call a result that is a function itself,
  // such as a component.
  const [loadedCode, setLoadedCode] = useState(code.getLoaded);
  const fail = useEffectEvent((error: unknown) => {
    reportError(error);
    onFailed();
    showFailure();
  });
  useEffect(() => {
    if (!isWanted || loadedCode) return;
    let isCancelled = false;
    code.load().then(
      () => isCancelled || setLoadedCode(code.getLoaded),
      (error: unknown) => isCancelled || fail(error),
    );
    return () => {
      isCancelled = true;
    };
  }, [code, isWanted, loadedCode]);
  return loadedCode;
}
