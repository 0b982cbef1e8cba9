import type { EventDataByKind, EventKind, NewEvent } from './agent-event.ts'
import { type AttachmentBlock, storedAttachments } from './attachment.ts'

type KeyOf<T> = T extends object ? keyof T : never
type KindWithFiles = {
  [K in EventKind]: 'attachments' extends KeyOf<EventDataByKind[K]> ? K : never
}[EventKind]

/** What the files of an event are: part of what models are sent, or only what the log keeps. */
const FILES: Readonly<Record<KindWithFiles, 'sent' | 'kept'>> = {
  user: 'sent',
  tool_result: 'sent',
  /** Pictures that the model made. */
  assistant: 'kept',
  /** The account of an import. */
  import: 'kept',
}

/** Returns the files of an event as models are sent them; none for kinds whose files are only kept. */
export function filesOf(event: NewEvent): readonly AttachmentBlock[] {
  return hasFiles(event) && FILES[event.kind] === 'sent' ? storedAttachments(event.data?.attachments) : []
}

/** Returns all files that an event refers to. */
export function storedFilesOf(event: NewEvent): readonly AttachmentBlock[] {
  return hasFiles(event) ? storedAttachments(event.data?.attachments) : []
}

function hasFiles(event: NewEvent): event is Extract<NewEvent, { readonly kind: KindWithFiles }> {
  return Object.hasOwn(FILES, event.kind)
}
