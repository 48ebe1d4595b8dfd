import type { Provider } from "@toibako/contract/accounts.ts";
import {
  FacebookMark,
  GoogleMark,
  InstagramMark,
  KakaoMark,
  WeiboMark,
} from "#ui/marks/providers.tsx";
import { XMark } from "#ui/marks/x.tsx";

const marks: Record<Provider, typeof XMark> = {
  twitter: XMark,
  facebook: FacebookMark,
  google: GoogleMark,
  kakao: KakaoMark,
  weibo: WeiboMark,
  instagram: InstagramMark,
};

export function ProviderMark({ provider }: { provider: Provider }) {
  const Mark = marks[provider];
  return <Mark size={20} />;
}
