/** An agent with so many unread mails gets no more. */
export const MAX_UNREAD_MAIL = 50
