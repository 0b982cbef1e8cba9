/** Maximum number of unread mails of an agent. Further mail is refused. */
export const MAX_UNREAD_MAIL = 50
