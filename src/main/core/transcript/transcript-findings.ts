import type { ContentBlock, ToolCallBlock } from '../../../shared/content.ts'
import type { ModelRequest, TranscriptMessage } from '../ports.ts'
import { blockOwner } from './block-owner.ts'
import { isBlank } from './collect-entries.ts'
import { thinksWithinBudget } from './model-family.ts'
import { type TranscriptTarget, traitsOf } from './transcript-target.ts'

/** One place where a request breaks a rule. */
export interface Finding {
  /** Null: the request as a whole, or its tools. */
  readonly messageIndex: number | null
  /** As they stand in the request. */
  readonly callIds: readonly string[]
  readonly detail: string
}

/** Finds where a request breaks one rule. */
export type Finder = (request: ModelRequest, target: TranscriptTarget) => Finding[]

type MessageFinder = (
  message: TranscriptMessage,
  before: TranscriptMessage | undefined,
  after: TranscriptMessage | undefined,
) => Omit<Finding, 'messageIndex'> | null

/** Looks at every message with its neighbours. */
function inMessages(find: MessageFinder): Finder {
  return ({ messages }) => {
    const findings: Finding[] = []
    for (const [messageIndex, message] of messages.entries()) {
      const found = find(message, messages[messageIndex - 1], messages[messageIndex + 1])
      if (found !== null) findings.push({ messageIndex, ...found })
    }
    return findings
  }
}

const NO_CALLS: readonly ToolCallBlock[] = []

export function callsOf(message: TranscriptMessage | undefined): readonly ToolCallBlock[] {
  if (message?.role !== 'assistant') return NO_CALLS
  return message.content.filter((block) => block.type === 'tool_call')
}

function resultIdsOf(message: TranscriptMessage | undefined): readonly string[] {
  return message?.role === 'tool' ? message.results.map((result) => result.callId) : []
}

function found(callIds: readonly string[], detail: string): Omit<Finding, 'messageIndex'> | null {
  return callIds.length === 0 ? null : { callIds, detail }
}

export const unansweredCalls = inMessages((message, _, after) => {
  const answered = new Set(resultIdsOf(after))
  const missing = callsOf(message).filter((call) => !answered.has(call.id))
  return found(
    missing.map((call) => call.id),
    'calls without a result directly behind them',
  )
})

export const uncalledResults = inMessages((message, before) => {
  const called = new Set(callsOf(before).map((call) => call.id))
  return found(
    resultIdsOf(message).filter((id) => !called.has(id)),
    'results without their call directly before them',
  )
})

export const repeatedResults = inMessages((message) => {
  const ids = resultIdsOf(message)
  return found(
    ids.filter((id, index) => ids.length !== new Set(ids).size && ids.indexOf(id) !== index),
    'more than one result of a call',
  )
})

export const resultsOutOfOrder = inMessages((message, _, after) => {
  const calls = callsOf(message)
  const results = resultIdsOf(after)
  return found(
    calls.filter((call, index) => call.id !== results[index]).map((call) => call.id),
    'results in another order than their calls',
  )
})

export const unequalCounts = inMessages((message, _, after) => {
  const calls = callsOf(message)
  if (calls.length === 0 || calls.length === resultIdsOf(after).length) return null
  return found(
    calls.map((call) => call.id),
    'not as many results as calls',
  )
})

export const contentBehindCalls = inMessages((message) => {
  if (message.role !== 'assistant') return null
  const firstCall = message.content.findIndex((block) => block.type === 'tool_call')
  if (firstCall === -1 || message.content.slice(firstCall).every((block) => block.type === 'tool_call')) return null
  return found(
    callsOf(message).map((call) => call.id),
    'text or thinking behind a call',
  )
})

export const resultsBehindNoCalls = inMessages((message, before) =>
  message.role === 'tool' && callsOf(before).length === 0
    ? { callIds: resultIdsOf(message), detail: 'results behind no call message' }
    : null,
)

export const callsBehindAnswer = inMessages((message, before) =>
  callsOf(message).length > 0 && (before === undefined || before.role === 'assistant')
    ? {
        callIds: callsOf(message).map((call) => call.id),
        detail: 'calls neither behind a user message nor behind results',
      }
    : null,
)

export const userBehindResults = inMessages((message, before) =>
  message.role === 'user' && before?.role === 'tool'
    ? { callIds: [], detail: 'a user message straight behind results' }
    : null,
)

export const emptyMessage = inMessages((message) => {
  const parts = message.role === 'tool' ? message.results : message.content
  return parts.length === 0 ? { callIds: [], detail: 'a message without content' } : null
})

/** A signature may stand on an empty text, and so may a block that only its adapter understands. */
export const blankText = inMessages((message) => {
  if (message.role === 'tool') return null
  const blank = message.content.some(
    (block: ContentBlock) => block.type === 'text' && isBlank(block.text) && block.provider_data === undefined,
  )
  return blank ? { callIds: [], detail: 'text without words' } : null
})

export const blankResult = inMessages((message) => {
  if (message.role !== 'tool') return null
  return found(
    message.results.filter((result) => isBlank(result.content)).map((result) => result.callId),
    'a result without words',
  )
})

export const thinkingWithoutSequel = inMessages((message) => {
  if (message.role !== 'assistant' || message.content.at(-1)?.type !== 'thinking') return null
  return { callIds: [], detail: 'thinking with nothing behind it' }
})

export function idsUnlike(pattern: RegExp, maxLength: number): Finder {
  return inMessages((message) => {
    const ids = message.role === 'tool' ? resultIdsOf(message) : callsOf(message).map((call) => call.id)
    return found(
      ids.filter((id) => id.length > maxLength || !pattern.test(id)),
      'ids in a form that the provider refuses',
    )
  })
}

export const repeatedIds: Finder = ({ messages }) => {
  const seen = new Set<string>()
  const findings: Finding[] = []
  for (const [messageIndex, message] of messages.entries()) {
    for (const { id } of callsOf(message)) {
      if (seen.has(id)) findings.push({ messageIndex, callIds: [id], detail: 'one id for two calls' })
      seen.add(id)
    }
  }
  return findings
}

const namesInMessages = (pattern: RegExp): Finder =>
  inMessages((message) =>
    found(
      callsOf(message)
        .filter((call) => !pattern.test(call.name))
        .map((call) => call.id),
      'a tool name that the provider refuses',
    ),
  )

export const refusedNames: Finder = (request, target) => {
  const { toolName } = traitsOf(target)
  const inTools = request.tools
    .filter((tool) => !toolName.test(tool.name))
    .map((tool): Finding => ({
      messageIndex: null,
      callIds: [],
      detail: `a tool name that the provider refuses: ${tool.name}`,
    }))
  return [...inTools, ...namesInMessages(toolName)(request, target)]
}

export const foreignBlocks: Finder = (request, target) => {
  const isOwn = blockOwner(target)
  const isForeign = (block: ContentBlock): boolean =>
    (block.type === 'thinking' || block.provider_data !== undefined) && !isOwn(block)
  return inMessages((message) =>
    message.role === 'assistant' && message.content.some(isForeign)
      ? { callIds: [], detail: 'thinking or signatures of another model' }
      : null,
  )(request, target)
}

export const wrongFirstRole: Finder = ({ messages }) =>
  messages[0]?.role === 'user'
    ? []
    : [{ messageIndex: 0, callIds: [], detail: 'the first message is not a user message' }]

export const wrongLastRole: Finder = ({ messages }) => {
  const last = messages.at(-1)
  if (last !== undefined && last.role !== 'assistant') return []
  return [{ messageIndex: messages.length - 1, callIds: [], detail: 'the last message is the model’s' }]
}

export const sameRoleTwice: Finder = (request, target) => {
  const { alternates } = traitsOf(target)
  return inMessages((message, before) =>
    message.role === before?.role && (message.role !== 'user' || alternates)
      ? { callIds: [], detail: `two ${message.role} messages in a row` }
      : null,
  )(request, target)
}

/** The tool turn that is going on must begin with thinking when the model is to think within a budget. */
export const toolTurnWithoutThinking: Finder = ({ messages, thinkingLevel }, target) => {
  if (thinkingLevel === 'none' || target.provider !== 'anthropic' || !thinksWithinBudget(target.model)) return []
  const start = messages.findLastIndex((message) => message.role === 'user') + 1
  const first = messages[start]
  if (first?.role !== 'assistant' || callsOf(first).length === 0 || first.content[0]?.type === 'thinking') return []
  return [{ messageIndex: start, callIds: [], detail: 'the tool turn does not begin with thinking' }]
}
