import { objectOf, objectsOf, textOf } from '../read-json.ts'
import { blocksOfType, eachBlock, mergedMessages, thinkingMode } from './anthropic-conversation.ts'
import type { MergedMessage } from './anthropic-conversation.ts'
import type { RuleChecks, RuleSubject, Violation } from './rule.ts'
import { anthropicToolChoice } from './tool-choice-rules.ts'

const ID_PATTERN = /^[a-zA-Z0-9_-]+$/
const NAME_PATTERN = /^[a-zA-Z0-9_-]{1,64}$/

/** Anthropic's rules about tools (strict-rules.json, corrected by docs/behaviour/providers.md#strictness). */
export const anthropicToolRules = {
  'anthropic.tool_name_pattern': ({ request }) => {
    const tools = objectsOf(request.body['tools'])
    const i = tools.findIndex((tool) => tool['input_schema'] !== undefined && !NAME_PATTERN.test(textOf(tool['name'])))
    return i < 0 ? undefined : { values: { i } }
  },
  'anthropic.tool_id_pattern': badToolId,
  'anthropic.tool_id_unique': repeatedToolId,
  'anthropic.tool_result_missing': missingResult,
  'anthropic.tool_result_orphan': orphanResult,
  'anthropic.tool_result_duplicate': duplicateResult,
  'anthropic.server_tool_pair': halfServerTool,
  'anthropic.tool_choice': anthropicToolChoice,
  'anthropic.thinking_tool_choice': (subject) => {
    const choice = textOf(objectOf(subject.request.body['tool_choice'])['type'])
    return thinkingMode(subject) === 'enabled' && (choice === 'any' || choice === 'tool') ? {} : undefined
  },
} satisfies RuleChecks

function badToolId(subject: RuleSubject): Violation | undefined {
  for (const { i, j, block } of eachBlock(subject)) {
    const field = block['type'] === 'tool_use' ? 'id' : block['type'] === 'tool_result' ? 'tool_use_id' : undefined
    if (field === undefined || ID_PATTERN.test(textOf(block[field]))) continue
    if (field === 'id') return { values: { i, j } }
    const path = `messages.${i}.content.${j}.tool_result.tool_use_id`
    return { message: `${path}: String should match pattern '^[a-zA-Z0-9_-]+$'` }
  }
  return undefined
}

/** Checks within one message only: the same id in a later message is accepted. */
function repeatedToolId(subject: RuleSubject): Violation | undefined {
  for (const message of mergedMessages(subject)) {
    const ids = message.blocks.map((block) => (block['type'] === 'tool_use' ? textOf(block['id']) : undefined))
    const j = ids.findIndex((id, at) => id !== undefined && ids.indexOf(id) < at)
    if (j >= 0) return { values: { i: message.index, j } }
  }
  return undefined
}

/** Calls must come last in their message, and the next message must begin with the results of all of them. */
function missingResult(subject: RuleSubject): Violation | undefined {
  const messages = mergedMessages(subject)
  for (const [at, message] of messages.entries()) {
    if (message.role !== 'assistant') continue
    const answered = textAfterCall(message) ? [] : leadingResults(messages[at + 1])
    const ids = blocksOfType(message, 'tool_use').map((block) => textOf(block['id']))
    const missing = ids.filter((id) => !answered.includes(id))
    if (missing.length > 0) return { values: { i: message.index, ids: missing.join(', ') } }
  }
  return undefined
}

function textAfterCall(message: MergedMessage): boolean {
  const firstCall = message.blocks.findIndex((block) => block['type'] === 'tool_use')
  return firstCall >= 0 && message.blocks.slice(firstCall).some((block) => block['type'] === 'text')
}

function leadingResults(message: MergedMessage | undefined): readonly string[] {
  if (message?.role !== 'user') return []
  const end = message.blocks.findIndex((block) => block['type'] !== 'tool_result')
  return message.blocks.slice(0, end < 0 ? undefined : end).map((block) => textOf(block['tool_use_id']))
}

function orphanResult(subject: RuleSubject): Violation | undefined {
  const messages = mergedMessages(subject)
  for (const [at, message] of messages.entries()) {
    const calls = blocksOfType(messages[at - 1], 'tool_use').map((block) => textOf(block['id']))
    const j = message.blocks.findIndex(
      (block) => block['type'] === 'tool_result' && !calls.includes(textOf(block['tool_use_id'])),
    )
    const id = textOf(message.blocks[j]?.['tool_use_id'])
    if (j >= 0) return { values: { i: message.index, j, id } }
  }
  return undefined
}

function duplicateResult(subject: RuleSubject): Violation | undefined {
  for (const message of mergedMessages(subject)) {
    const ids = message.blocks.map((block) =>
      block['type'] === 'tool_result' ? textOf(block['tool_use_id']) : undefined,
    )
    const j = ids.findIndex((id, at) => id !== undefined && ids.indexOf(id) < at)
    if (j >= 0) return { values: { i: message.index, j, id: ids[j] ?? '' } }
  }
  return undefined
}

/**
 * A server call and its result stand in one turn, with nothing but results of other tools in between. A call may lack
 * its result only in the last answer, which the API then continues.
 */
function halfServerTool(subject: RuleSubject): Violation | undefined {
  const messages = mergedMessages(subject)
  const lastAnswer = messages.findLastIndex(({ role }) => role === 'assistant')
  const open = new Map<string, ServerCall>()
  for (const [at, message] of messages.entries()) {
    const isWithinTurn = message.role === 'assistant' || message.blocks.every(({ type }) => type === 'tool_result')
    const [unanswered] = isWithinTurn ? [] : open.values()
    if (unanswered !== undefined) return unansweredServerCall(unanswered)
    if (message.role === 'assistant') {
      const orphan = pairServerTools(message, at, open)
      if (orphan !== undefined) return orphan
    }
  }
  const early = [...open.values()].find(({ at }) => at < lastAnswer)
  return early === undefined ? undefined : unansweredServerCall(early)
}

interface ServerCall {
  readonly at: number
  readonly path: string
  readonly id: string
}

/** Removes the calls that the message answers from `open`, and adds its own. */
function pairServerTools(message: MergedMessage, at: number, open: Map<string, ServerCall>): Violation | undefined {
  for (const [j, block] of message.blocks.entries()) {
    const type = textOf(block['type'])
    const path = `messages.${message.index}.content.${j}`
    if (type === 'server_tool_use') open.set(textOf(block['id']), { at, path, id: textOf(block['id']) })
    const id = textOf(block['tool_use_id'])
    if (!type.endsWith('_tool_result') || open.delete(id)) continue
    const expected = `Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`
    return { message: `${path}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${id}. ${expected}` }
  }
  return undefined
}

function unansweredServerCall({ path, id }: ServerCall): Violation {
  return { message: `${path}: the server tool use with id \`${id}\` was found without its result` }
}
