import type { ExportRequest } from '../../shared/log-file.ts'

/** Returns the name of an exported file, from the agent's name (`name`) and the date. */
export function exportFileName(order: ExportRequest, name: string, today: string): string {
  const whose = order.agentId === null ? 'everything' : fileNamePart(name)
  return `ikigai-${whose}-${today}.${order.format === 'markdown' ? 'md' : 'jsonl'}`
}

/** Returns the media type of an exported file. */
export function exportFileType({ format }: ExportRequest): string {
  return format === 'markdown' ? 'text/markdown' : 'application/jsonl'
}

const MAX_NAME_LENGTH = 60

/** Replaces everything except letters and digits of any script by dashes, which every file system accepts. */
function fileNamePart(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  let part = ''
  for (const word of words) {
    if (part.length + word.length < MAX_NAME_LENGTH) part += part === '' ? word : `-${word}`
  }
  return part === '' ? 'agent' : part
}
