import { fenced } from '../../../../shared/fenced.ts'
import type { ConversationFile } from './conversation.ts'

/** What stands in place of a file that is no picture: its text, else its name. */
export function fileNote({ name, text }: ConversationFile): string {
  return text === null ? `[The file ${name} is not part of this export.]` : `${name}:\n${fenced(text, '')}`
}
