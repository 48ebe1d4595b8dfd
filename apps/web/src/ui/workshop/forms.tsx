import { useState } from "react";
import { Callout } from "#ui/feedback/callout.tsx";
import { Checkbox, Radio, Switch } from "#ui/forms/choice.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { PasswordInput } from "#ui/forms/password-input.tsx";
import { Segmented } from "#ui/forms/segmented.tsx";
import { Select } from "#ui/forms/select.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { Stage } from "./stage.tsx";

export function WorkshopForms() {
  const [kind, setKind] = useState("text");
  return (
    <>
      <Stage title="Form">
        <Card className="grid gap-5">
          <Field label="名前" hint="30文字まで" note="任意">
            <Input placeholder="ゆい" autoComplete="off" />
          </Field>
          <Field label="ID" error="このIDはすでに使われています" required>
            <Input before="@" defaultValue="yui_cafe" />
          </Field>
          <Field label="パスワード">
            <PasswordInput showLabel="表示" hideLabel="隠す" defaultValue="himitsu-no-box" />
          </Field>
          <Field label="自己紹介">
            <Textarea
              limit={48}
              remainingLabel={(left) => `残り${left}文字`}
              defaultValue="東京の大学生。映画とカフェめぐりがすきです。気になること、なんでも聞いてください。よろしくね。"
            />
          </Field>
          <Field label="生まれた年">
            <Select defaultValue="2001">
              <option>2000</option>
              <option>2001</option>
            </Select>
          </Field>
          <Segmented
            label="回答のしかた"
            value={kind}
            onChange={setKind}
            options={[
              { value: "text", label: "文字" },
              { value: "stamp", label: "スタンプ" },
            ]}
          />
          <div>
            <Checkbox label="利用規約に同意する" defaultChecked />
            <Checkbox label="お知らせを受け取る" hint="いつでも止められます" />
            <Radio name="who" label="だれでも" defaultChecked />
            <Radio name="who" label="ともだちだけ" />
            <Switch label="匿名のメッセージを許可" hint="知らない人からも届きます" defaultChecked />
            <Switch label="プッシュ通知" />
            <Switch label="使えない設定" disabled />
          </div>
        </Card>
      </Stage>
      <Stage title="Notices">
        <Callout title="メールアドレスを確認してください">確認メールを送りました。</Callout>
        <Callout tone="ok">保存しました。</Callout>
        <Callout tone="warn">この質問には個人情報が含まれているかもしれません。</Callout>
        <Callout tone="error">送信できませんでした。</Callout>
      </Stage>
    </>
  );
}
