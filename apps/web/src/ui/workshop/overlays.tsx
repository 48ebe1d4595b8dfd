import { Flag, Share, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/buttons/button.tsx";
import { FullscreenLoader } from "#ui/feedback/loader.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { Dialog, Drawer, Sheet } from "#ui/overlays/overlay.tsx";
import { HeartsDrawing } from "../drawings/hearts.tsx";
import { Stage } from "./stage.tsx";

type Shown = "dialog" | "confirm" | "sheet" | "drawer" | "loader";

export function WorkshopOverlays() {
  const [shown, setShown] = useState<Shown>();
  const toasts = useToasts();
  const bindOverlay = (name: Shown) => ({
    open: shown === name,
    onOpenChange: (open: boolean) => setShown(open ? name : undefined),
  });
  const wait = () => new Promise((resolve) => setTimeout(resolve, 1500));
  return (
    <Stage title="Overlays, toasts">
      <div className="flex flex-wrap gap-3">
        {(["dialog", "confirm", "sheet", "drawer", "loader"] as const).map((name) => (
          <Button
            key={name}
            variant="outline"
            onClick={() => {
              setShown(name);
              if (name === "loader") void wait().then(() => setShown(undefined));
            }}
          >
            {name}
          </Button>
        ))}
        <Menu
          trigger={<Button variant="outline">menu</Button>}
          entries={() => [
            { key: "share", label: "シェアする", icon: <Share size={20} /> },
            { key: "report", label: "通報する", icon: <Flag size={20} /> },
            { key: "delete", label: "削除する", icon: <Trash2 size={20} />, isDangerous: true },
          ]}
        />
        {(["success", "warning", "error", "notice"] as const).map((type) => (
          <Button
            key={type}
            variant="quiet"
            onClick={() => toasts.showBar(type, `${type}: 保存しました`)}
          >
            {type}
          </Button>
        ))}
        <Button
          variant="quiet"
          onClick={() => toasts.showToast("コピーしました", { type: "success" })}
        >
          toast
        </Button>
      </div>
      <Dialog
        {...bindOverlay("dialog")}
        title="質問が届きました"
        closeLabel="閉じる"
        footer={<Button isWide>回答する</Button>}
      >
        <HeartsDrawing />
        <p className="text-center">はじめての質問です。回答してみましょう。</p>
      </Dialog>
      <ConfirmDialog
        {...bindOverlay("confirm")}
        title="この回答を削除しますか？"
        confirmLabel="削除する"
        processingLabel="削除しています…"
        cancelLabel="やめる"
        onConfirm={wait}
        isDangerous
      >
        削除した回答は元に戻せません。
      </ConfirmDialog>
      <Sheet {...bindOverlay("sheet")} title="シェア" closeLabel="閉じる">
        <p>あなたの質問箱のリンクをシェアしましょう。</p>
        <Button isWide className="mt-4">
          リンクをコピー
        </Button>
      </Sheet>
      <Drawer {...bindOverlay("drawer")} title="メニュー" closeLabel="閉じる">
        <p>お知らせ</p>
        <p>回答済み</p>
        <p>ゴミ箱</p>
      </Drawer>
      <FullscreenLoader open={shown === "loader"} label="読み込み中…" />
    </Stage>
  );
}
