import type { CallToolResult } from '@modelcontextprotocol/client'

import { isValueTooDeep } from '../../../../shared/json.ts'

type Part = CallToolResult['content'][number]

/** Returns a server's result as text, which every provider accepts. Content other than text is only named. */
export function toolResultText({ content, structuredContent }: CallToolResult): string {
  const text = content.map(partText).join('\n')
  if (text !== '' || structuredContent === undefined) return text
  return isValueTooDeep(structuredContent)
    ? '[the result is nested too deep to be shown]'
    : JSON.stringify(structuredContent)
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'image':
    case 'audio':
      return `[${part.type}, ${part.mimeType}, ${sizeOf(part.data)} bytes; it cannot be shown here]`
    case 'resource_link':
      return `[resource ${part.uri}: ${part.name}]`
    default:
      return 'text' in part.resource
        ? part.resource.text
        : `[resource ${part.resource.uri}, ${sizeOf(part.resource.blob)} bytes; it cannot be shown here]`
  }
}

function sizeOf(base64: string): number {
  return Buffer.byteLength(base64, 'base64')
}
