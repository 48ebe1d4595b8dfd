/** The fields of a message that every conversation needs; talks and rooms have more. */
export interface ConversationMessage {
  key: string;
  /** The place in the order of posting. */
  number: number;
  /** The number of the last change of the message. Posting, reading and others are changes of the conversation too. */
  change: number;
  body: string;
  is_taken_back: boolean;
  me: boolean;
  /** The sender's membership and the message that it replies to; only messages of rooms have them. */
  group_talk_user_summary_id?: string;
  replied_message?: RepliedMessage | null;
}

/** A member of a room as its messages show them. */
export interface ConversationMember {
  id: string;
  display_name: string;
  icon_url: string;
  has_left: boolean;
}

/** What a reply shows of the message that it replies to. Only rooms have replies. */
export interface RepliedMessage {
  key: string;
  number: number;
  group_talk_user_summary_id: string;
  display_name: string;
  body: string;
  is_taken_back: boolean;
  is_hidden: boolean;
  me: boolean;
}

/** Gives messages the name and the picture that their senders have now, and replies the name. */
export function updateSenders<M extends ConversationMessage>(
  messages: readonly M[],
  members: readonly ConversationMember[],
): readonly M[] {
  if (members.length === 0) return messages;
  const byId = new Map(members.map((member) => [member.id, member]));
  return messages.map((message) => {
    const sender = byId.get(message.group_talk_user_summary_id ?? "");
    const replied = message.replied_message;
    const repliedSender = byId.get(replied?.group_talk_user_summary_id ?? "");
    if (!sender && !repliedSender) return message;
    return {
      ...message,
      ...(sender && {
        display_name: sender.display_name,
        icon_url: sender.icon_url,
        has_left: sender.has_left,
      }),
      ...(replied &&
        repliedSender && {
          replied_message: { ...replied, display_name: repliedSender.display_name },
        }),
    };
  });
}

/** Removes the texts of messages that were taken back from the replies to them, which don't change themselves. */
export function updateReplies<M extends ConversationMessage>(
  messages: readonly M[],
  added: readonly M[],
): readonly M[] {
  const takenBack = new Set(
    added.filter(({ is_taken_back }) => is_taken_back).map(({ key }) => key),
  );
  if (takenBack.size === 0) return messages;
  return messages.map((message) => {
    const { replied_message: replied } = message;
    const isOld = replied && takenBack.has(replied.key) && !replied.is_hidden;
    if (!isOld || replied.is_taken_back) return message;
    return { ...message, replied_message: { ...replied, body: "", is_taken_back: true } };
  });
}

/** Removes what a hidden member has written from the replies to it. */
export function hideQuotes<M extends ConversationMessage>(
  messages: readonly M[],
  id: string,
): readonly M[] {
  return messages.map((message) => {
    const { replied_message: replied } = message;
    if (replied?.group_talk_user_summary_id !== id) return message;
    const hidden = { ...replied, body: "", is_taken_back: false, is_hidden: true };
    return { ...message, replied_message: hidden };
  });
}
