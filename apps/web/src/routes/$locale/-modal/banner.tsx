import { buttonClass } from "#ui/button-class.ts";
import { type Frame, Message } from "./message.tsx";

interface BannerProps extends Frame {
  title: string;
  text: string;
  /** A path of this site. */
  href: string;
  action: string;
  image?: { url: string; alt: string };
}

/** Something the site itself wants to tell, with the way to it. */
export function Banner({ title, text, href, action, image, ...frame }: BannerProps) {
  return (
    <Message
      {...frame}
      title={title}
      actions={
        <a href={href} className={buttonClass({ wide: true })}>
          {action}
        </a>
      }
    >
      {image && <img src={image.url} alt={image.alt} className="mb-4 w-full rounded-lg" />}
      {text}
    </Message>
  );
}
