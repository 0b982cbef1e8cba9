import type { JsonObject } from '../../../../shared/json.ts'
import type { UserPart } from '../../../core/ports/provider-ports.ts'

export interface PromptContent {
  readonly parts: readonly UserPart[]
  /** What the session does not know. Empty: nothing. */
  readonly history: string
  /** Bytes of the files as base64, by hash. Missing: the prompt is only displayed. */
  readonly files: ReadonlyMap<string, string> | undefined
  readonly readsImages: boolean
}

/** Returns the blocks of a prompt. A picture that the agent does not read is named in its place. */
export function contentBlocks({ parts, history, files, readsImages }: PromptContent): readonly JsonObject[] {
  const told = history === '' ? [] : [text(history)]
  const said = parts.map((part): JsonObject => {
    if (part.type === 'text') return text(part.text)
    if (part.as !== 'image' || !readsImages) return text(`[The file ${part.name} is attached, which you cannot read.]`)
    const data = files?.get(part.sha256) ?? `(${part.bytes} bytes)`
    return { type: 'image', mimeType: part.mediaType, data }
  })
  return [...told, ...(said.length === 0 ? [text('Go on.')] : said)]
}

function text(value: string): JsonObject {
  return { type: 'text', text: value }
}
