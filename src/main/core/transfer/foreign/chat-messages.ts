import type { JsonObject } from '../../../../shared/json.ts'
import type { AnswerItem } from './answer-items.ts'
import { callBlock } from './answer-parts.ts'
import type { ForeignTool } from '../../../../shared/foreign-tools.ts'
import type { SessionDraft } from './session-draft.ts'
import { object, objects, text } from './values.ts'

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
