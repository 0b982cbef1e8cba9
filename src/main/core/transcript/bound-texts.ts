import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { WHOLE_PREFIX } from '../ports/content-ports.ts'
import { shortenedText } from '../../../shared/shorten-text.ts'
import { tokensOfText } from '../../../shared/text-tokens.ts'
import { storedText } from './stored-data.ts'
import type { ReportDraft } from './transcript-report.ts'
import { defined } from '../../../shared/defined.ts'

/** How much of one long text is sent, and where the whole is. */
export interface TextBounds {
  /** Most tokens of one text, estimated; missing: no limit. */
  readonly maxTokens: number | undefined
  /** The folder with whole outputs; missing: none is kept. */
  readonly folder: string | undefined
}

/** Returns the name of the file with the whole text of an event, in the folder of outputs. */
export function outputNameOf({ id, kind, agentId, data }: AgentEvent): string {
  const own = kind === 'tool_result' ? storedText(data.tool_call_id) : `${kind}-${id}`
  return fileName(`${agentId}-${own}`)
}

/** Returns the name of the file with the text of an attached file. `owner`: an agent of the tree that is sent it. */
export function attachedTextName(owner: AgentId, sha256: string): string {
  return fileName(`${owner}-attached-${sha256}`)
}

function fileName(stem: string): string {
  return `${WHOLE_PREFIX}${stem.replaceAll(/[^\w-]/g, '_')}.txt`
}

interface BoundText {
  readonly eventId: EventId
  readonly text: string
  /** The file of the whole that a tool has kept itself. */
  readonly path?: string | undefined
  /** The name of the file of the whole in the folder of outputs. */
  readonly name: string
  readonly sha256?: string
}

/** Returns a text as it is sent: whole, or its beginning and its end if it is longer than the target can bear. */
export function boundText(
  { eventId, text, path, name, sha256 }: BoundText,
  { maxTokens, folder }: TextBounds,
  report: ReportDraft,
): string {
  if (maxTokens === undefined) return text
  const whole = path ?? (folder === undefined ? null : `${folder}/${name}`)
  const shown = shortenedText({ text, maxTokens, where: whole === null ? '' : whereIs(whole) })
  if (shown === null) return text
  report.shortened.push({
    eventId,
    ...defined({ sha256 }),
    name: path === undefined && folder !== undefined ? name : null,
    tokens: Math.ceil(tokensOfText(text)),
  })
  return shown
}

function whereIs(path: string): string {
  return `The whole is in ${path}: read a part of it with file_read (offset and limit in lines), or search it with grep.`
}
