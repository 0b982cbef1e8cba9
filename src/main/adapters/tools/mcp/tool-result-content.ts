import type { CallToolResult } from '@modelcontextprotocol/client'

import { fileName } from '../../../../shared/attachment.ts'
import { isValueTooDeep } from '../../../../shared/json.ts'
import type { ToolFile } from '../../../core/ports/tool-ports.ts'

type Part = CallToolResult['content'][number]

export interface ResultContent {
  readonly text: string
  readonly files: readonly ToolFile[]
}

/**
 * Returns a server's result as text and files. Pictures, audio and binary resources are files; the text names links to
 * resources. Structured content is the text if there is no other.
 */
export function toolResultContent({ content, structuredContent }: CallToolResult): ResultContent {
  const files = content.flatMap(partFile)
  const text = content.flatMap(partText).join('\n')
  if (text !== '' || structuredContent === undefined) return { text, files }
  if (isValueTooDeep(structuredContent)) return { text: '[the result is nested too deep to be shown]', files }
  return { text: JSON.stringify(structuredContent), files }
}

function partText(part: Part): readonly string[] {
  switch (part.type) {
    case 'text':
      return [part.text]
    case 'image':
    case 'audio':
      return []
    case 'resource_link':
      return [`[resource ${part.uri}: ${part.name}]`]
    default:
      return 'text' in part.resource ? [part.resource.text] : []
  }
}

function partFile(part: Part): readonly ToolFile[] {
  switch (part.type) {
    case 'image':
    case 'audio':
      return [{ name: `${part.type}.${endingOf(part.mimeType)}`, bytes: Buffer.from(part.data, 'base64') }]
    case 'resource':
      if ('text' in part.resource) return []
      return [{ name: fileName(part.resource.uri), bytes: Buffer.from(part.resource.blob, 'base64') }]
    default:
      return []
  }
}

function endingOf(mimeType: string): string {
  return /^[a-z]+\/([a-z0-9]{1,8})\b/.exec(mimeType)?.[1] ?? 'bin'
}
