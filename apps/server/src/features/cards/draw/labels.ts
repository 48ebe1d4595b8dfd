import type { Locale } from "@toibako/contract/locales.ts";

interface Labels {
  welcomeQuestion: string;
  ask: string;
  tagline: string;
  /** The question on theme previews. */
  sample: string;
  /** Replaces a sensitive question. */
  sensitive: string;
  /** Replaces a question that its sender has deleted. */
  deleted: string;
  /** How many members a room has: `{n}`. */
  members: string;
}

/** The fixed texts on the pictures. */
export const labels: Record<Locale, Labels> = {
  ja: {
    welcomeQuestion: "Toibakoからの質問",
    ask: "匿名で質問する",
    tagline: "匿名の質問が届く、わたしの問い箱",
    sample: "最近、うれしかったことは？",
    sensitive: "センシティブな内容の質問です",
    deleted: "削除されたか、運営が非表示にした質問です",
    members: "{n}人が参加中",
  },
  en: {
    welcomeQuestion: "Question from Toibako",
    ask: "Ask me anonymously",
    tagline: "Your own box for anonymous questions",
    sample: "What has made you happy lately?",
    sensitive: "This question may be sensitive",
    deleted: "Deleted by its author or hidden by staff",
    members: "Members: {n}",
  },
  "zh-CN": {
    welcomeQuestion: "来自 Toibako 的提问",
    ask: "匿名向我提问",
    tagline: "你的匿名提问箱",
    sample: "最近有什么开心的事？",
    sensitive: "这条提问可能包含敏感内容",
    deleted: "此问题已由提问者删除或由管理员隐藏",
    members: "{n} 位成员",
  },
  "zh-TW": {
    welcomeQuestion: "來自 Toibako 的提問",
    ask: "匿名向我提問",
    tagline: "你的匿名提問箱",
    sample: "最近有什麼開心的事？",
    sensitive: "這則提問可能包含敏感內容",
    deleted: "此問題已由提問者刪除或由管理員隱藏",
    members: "{n} 位成員",
  },
  ko: {
    welcomeQuestion: "Toibako의 질문",
    ask: "익명으로 질문하기",
    tagline: "익명 질문이 도착하는 나만의 질문함",
    sample: "최근에 기뻤던 일은 뭐예요?",
    sensitive: "민감한 내용이 있을 수 있는 질문이에요",
    deleted: "질문한 사람이 삭제했거나 운영자가 숨긴 질문이에요",
    members: "멤버 {n}명",
  },
  dt: {
    welcomeQuestion: "Frage von Toibako",
    ask: "Frag mich anonym",
    tagline: "Deine Box für anonyme Fragen",
    sample: "Was hat dich zuletzt gefreut?",
    sensitive: "Diese Frage ist möglicherweise sensibel",
    deleted: "Von der fragenden Person gelöscht oder vom Team verborgen",
    members: "Mitglieder: {n}",
  },
  th: {
    welcomeQuestion: "คำถามจาก Toibako",
    ask: "ถามฉันแบบไม่ระบุชื่อ",
    tagline: "กล่องรับคำถามแบบไม่ระบุชื่อของคุณ",
    sample: "ช่วงนี้มีเรื่องอะไรที่ทำให้ดีใจบ้าง",
    sensitive: "คำถามนี้อาจมีเนื้อหาละเอียดอ่อน",
    deleted: "คำถามนี้ถูกผู้ถามลบหรือถูกทีมงานซ่อน",
    members: "สมาชิก {n} คน",
  },
};

/** Returns the label of the welcome letter, which says who asks it. */
export const labelWelcome = (locale: Locale) => labels[locale].welcomeQuestion;
