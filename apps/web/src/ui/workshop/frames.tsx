import { Bell, House, Inbox, Menu, MessageCircle, PenLine, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#ui/buttons/button.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Logo } from "#ui/drawings/logo.tsx";
import { BottomNav } from "#ui/navigation/bottom-nav.tsx";
import type { NavItem } from "#ui/navigation/nav-item.ts";
import { Rail } from "#ui/navigation/rail.tsx";
import { TopBar } from "#ui/navigation/top-bar.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { Page } from "#ui/surfaces/page.tsx";
import { Badge } from "../badge.tsx";

const link = <a href="#main">…</a>;

const items: NavItem[] = [
  {
    key: "home",
    label: "ホーム",
    icon: <House size={24} />,
    render: link,
    isCurrent: true,
    badge: <Badge count={3} label="未読3件" />,
  },
  {
    key: "box",
    label: "受信箱",
    icon: <Inbox size={24} />,
    render: link,
    badge: <Badge count={11} label="未読11件" />,
  },
  { key: "friends", label: "ともだち", icon: <Users size={24} />, render: link },
  {
    key: "talks",
    label: "メッセージ",
    icon: <MessageCircle size={24} />,
    render: link,
    badge: <Badge text="New" />,
  },
  { key: "game", label: "ゲーム", icon: null, render: link, hidden: true, disabled: true },
];

/** The page around the workshop, with bars, rail and columns as samples. */
export function WorkshopFrames({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        本文へ
      </a>
      <TopBar start={<Logo />}>
        <IconButton label="お知らせ 2件" icon={<Bell size={22} />} badge={<Badge count={2} />} />
        <IconButton label="メニューを開く" icon={<Menu size={22} />} />
      </TopBar>
      <Page
        rail={
          <Rail label="メイン" items={items}>
            <Button isWide>
              <PenLine size={18} aria-hidden="true" />
              質問する
            </Button>
          </Rail>
        }
        asideLabel="プロフィール"
        aside={
          <Card>
            <div className="grid justify-items-center gap-1 text-center">
              <Avatar seed="yui_cafe" size={80} hasRing className="mb-2" />
              <h2 className="text-lg">ゆい</h2>
              <p className="text-sm text-ink-2">@yui_cafe</p>
              <p className="mt-2 text-sm">東京の大学生。映画とカフェめぐりがすきです。</p>
              <Button isWide className="mt-4">
                <PenLine size={18} aria-hidden="true" />
                匿名で質問する
              </Button>
            </div>
          </Card>
        }
      >
        {children}
      </Page>
      <BottomNav label="メイン" items={items} />
    </>
  );
}
