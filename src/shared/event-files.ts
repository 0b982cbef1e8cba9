import type { NewEvent } from './agent-event.ts'
import { type AttachmentBlock, storedAttachments } from './attachment.ts'

/** Returns the files of a prompt or a result, as models are sent them; none for the other kinds. */
export function filesOf(event: NewEvent): readonly AttachmentBlock[] {
  if (event.kind === 'user') return storedAttachments(event.data?.attachments)
  return event.kind === 'tool_result' ? storedAttachments(event.data.attachments) : []
}

/**
 * Returns the files that an event refers to: those of a prompt or a result, pictures of an answer, the account of an
 * import.
 */
export function storedFilesOf(event: NewEvent): readonly AttachmentBlock[] {
  const isOther = event.kind === 'assistant' || event.kind === 'import'
  return isOther ? storedAttachments(event.data.attachments) : filesOf(event)
}
