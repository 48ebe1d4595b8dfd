import { LogoMark } from "#ui/logo.tsx";

export function DefaultAside() {
  return <LogoMark size={48} />;
}
