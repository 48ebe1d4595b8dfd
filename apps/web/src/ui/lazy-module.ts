import { createContext, use, useEffect, useEffectEvent, useState } from "react";

/** Code that most visits never need and that is loaded on demand. */
export interface LazyModule<T> {
  /** Returns the code if it is loaded. */
  getLoaded: () => T | undefined;
  /** Loads the code once. If that fails, the next call tries again. */
  load: () => Promise<T>;
}

export function defineLazyModule<T>(fetch: () => Promise<T>): LazyModule<T> {
  let code: T | undefined;
  return {
    getLoaded: () => code,
    async load() {
      code ??= await fetch();
      return code;
    },
  };
}

/** The function that tells the reader that something could not be opened. */
export const LazyModuleFailed = createContext<() => void>(() => {});

/**
 * Loads the code when `isWanted` becomes true, and returns it after it has been loaded. If loading fails,
 * calls `onFailed` and tells the reader.
 */
export function useLazyModule<T>(
  code: LazyModule<T>,
  isWanted: boolean,
  onFailed: () => void,
): T | undefined {
  const showFailure = use(LazyModuleFailed);
  return useLoadedCode(code, isWanted, (error) => {
    reportError(error);
    onFailed();
    showFailure();
  });
}

/** Like `useLazyModule`, for what nobody misses, such as an advertisement that the browser blocks. */
export const useOptionalModule = <T>(
  code: LazyModule<T>,
  isWanted: boolean,
  onFailed = () => {},
): T | undefined => useLoadedCode(code, isWanted, onFailed);

function useLoadedCode<T>(
  code: LazyModule<T>,
  isWanted: boolean,
  onFailed: (error: unknown) => void,
): T | undefined {
  // The state gets the function `getLoaded`, which React calls. If it got the loaded code itself, which is
  // often a component, React would call the component.
  const [loadedCode, setLoadedCode] = useState(code.getLoaded);
  const fail = useEffectEvent(onFailed);
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
