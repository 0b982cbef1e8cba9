import type { JsonObject, JsonValue } from '../../../../shared/json.ts'
import type { AnswerItem } from './answer-items.ts'
import { callBlock } from './answer-parts.ts'
import type { ForeignTool } from '../../../../shared/foreign-tools.ts'
import type { SessionDraft } from './session-draft.ts'
import type { ForeignFile } from './foreign-tree.ts'
import { object, objects, shown, text } from './values.ts'

/** Why the settings of a tool are not stored, not even as they were. */
const SETTINGS = 'settings of the tool, which may hold keys: not stored'

/** Accounts for settings in a file without keeping their values. */
export function leaveSettings(draft: SessionDraft, names: readonly string[]): void {
  for (const name of names) draft.keep(draft.record({ place: name, raw: `${name}: ${SETTINGS}` }), SETTINGS)
}

/** Calls in the form of OpenAI's Chat Completions API, `part` names each. */
export function chatCalls(tool: ForeignTool, id: string, message: JsonObject): readonly AnswerItem[] {
  return objects(message['tool_calls']).map((call, index) => {
    const { name, arguments: input } = object(call['function'])
    const callId = text(call['id']) ?? `import:${tool} ${id} ${index}`
    return { block: { part: `call ${index}`, block: callBlock(callId, text(name), input) } }
  })
}

/** A message that is neither an answer nor the result of a call. */
interface SaidMessage {
  readonly key: string
  readonly records: readonly number[]
  readonly at: string | null
  readonly role: JsonValue | undefined
  readonly words: string
  readonly files: readonly ForeignFile[]
}

/** Adds what the user or the system said to a node. An empty message, and one of another role, is kept aside. */
export function addSaid(draft: SessionDraft, node: number, { role, words, files, ...base }: SaidMessage): void {
  const keep = (reason: string): void => base.records.forEach((record) => draft.keep(record, reason))
  if (words.trim() === '' && files.length === 0) return keep('an empty message')
  if (role === 'system') return draft.event(node, { ...base, kind: 'system', text: words })
  if (role === 'user') return draft.event(node, { ...base, kind: 'user', text: words, files })
  keep(`a message of the role ${shown(role)}`)
}
