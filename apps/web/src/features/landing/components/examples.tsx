import { Mail } from "lucide-react";
import { useState } from "react";
import { type TextKey, useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { LikeButton } from "#ui/buttons/like-button.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { Letter } from "#ui/surfaces/letter.tsx";

const letters = [
  { seed: "yui_cafe", likes: 24, theme: "mint", texts: getTextKeys(1) },
  { seed: "haru_soup", likes: 8, theme: "sakura", texts: getTextKeys(2) },
  { seed: "minato", likes: 156, theme: "washi", texts: getTextKeys(3) },
] as const;

function getTextKeys<const N extends 1 | 2 | 3>(n: N) {
  return {
    name: `landing.name_${n}`,
    question: `landing.question_${n}`,
    answer: `landing.answer_${n}`,
  } as const satisfies Record<string, TextKey>;
}

/** Example questions with answers. The reader can like an answer and go on to the next example. */
export function Examples() {
  const { t } = useTexts();
  const [index, setIndex] = useState(0);
  const letter = letters[index % letters.length] ?? letters[0];
  return (
    <figure className="mx-auto grid w-full max-w-[26rem] gap-5 lg:max-w-none">
      <figcaption className="text-center text-sm font-semibold">{t("landing.example")}</figcaption>
      <div className="relative">
        {/* Two empty sheets, whose edges show below the letter. */}
        <div className="absolute inset-x-1 inset-y-0.5 rotate-[2.5deg] rounded-sheet bg-flap" />
        <div className="absolute inset-x-1 inset-y-0.5 rotate-[-1.5deg] rounded-sheet bg-surface-2 shadow-e1" />
        <div className="relative" aria-live="polite">
          <OpenLetter key={index} letter={letter} />
        </div>
      </div>
      <Button variant="text" className="justify-self-center" onClick={() => setIndex(index + 1)}>
        <Mail size={18} aria-hidden="true" />
        {t("landing.example_other")}
      </Button>
    </figure>
  );
}

function OpenLetter({ letter }: { letter: (typeof letters)[number] }) {
  const { t, tag } = useTexts();
  const [isLiked, setIsLiked] = useState(false);
  const { seed, likes, theme, texts } = letter;
  return (
    <Card as="article" look="sheet" className="animate-rise text-ink">
      <Letter
        theme={theme}
        isWaxed
        seal={t("landing.example_label")}
        text={t(texts.question)}
        heading={2}
        className="min-h-40 content-start"
      />
      <div className="px-3 pt-4 pb-2 text-left">
        <p className="flex items-center gap-3">
          <Avatar seed={seed} size={40} />
          <span className="font-bold">{t(texts.name)}</span>
          <span className="ml-auto text-xs text-ink-2">{t("landing.example_note")}</span>
        </p>
        <p className="my-3 min-h-22">{t(texts.answer)}</p>
        <LikeButton
          count={likes + Number(isLiked)}
          isPressed={isLiked}
          label={t("landing.example_like")}
          locale={tag}
          onToggle={() => setIsLiked(!isLiked)}
        />
      </div>
    </Card>
  );
}
