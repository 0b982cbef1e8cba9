import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AttachmentBlock } from '../../../shared/attachment.ts'
import { fromBase64 } from '../../../shared/base64.ts'
import type { Provider } from '../ports/provider-ports.ts'
import type { Logger } from '../ports/system-ports.ts'
import type { Uploads } from './uploads.ts'

/**
 * Stores the pictures of answers as files, and returns the events with their blocks. What the provider needs for a
 * replay stays in the blocks of the answer. A picture that cannot be stored is logged; the answer is recorded without
 * it.
 */
export async function withDrawnPictures(
  events: readonly NewEvent[],
  provider: { readonly picturesIn?: Provider['picturesIn'] },
  uploads: { readonly take: Uploads['take'] },
  logger: Logger,
): Promise<readonly NewEvent[]> {
  const complete: NewEvent[] = []
  for (const event of events) {
    const pictures =
      event.kind === 'assistant' ? (event.data.blocks ?? []).flatMap((block) => provider.picturesIn?.(block) ?? []) : []
    const attachments: AttachmentBlock[] = []
    for (const [index, { mediaType, data }] of pictures.entries()) {
      const bytes = decoded(data)
      const name = `picture ${index + 1}.${mediaType.split('/')[1] ?? 'bin'}`
      const stored = bytes === null ? null : await uploads.take(name, [bytes])
      if (stored?.ok === true) attachments.push(stored.value)
      else
        logger.warn('A picture of an answer could not be stored', {
          agent: event.agentId,
          reason: stored?.error.message ?? 'no base64',
        })
    }
    const isDrawn = event.kind === 'assistant' && attachments.length > 0
    complete.push(isDrawn ? { ...event, data: { ...event.data, attachments } } : event)
  }
  return complete
}

function decoded(data: string): Uint8Array | null {
  try {
    return fromBase64(data)
  } catch {
    return null
  }
}
