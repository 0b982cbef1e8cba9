import { nameWithFormat } from '../../../shared/file-name-format.ts'
import { contentSupport } from '../../../shared/model-content.ts'
import type { ContentBlock, ToolCallBlock } from '../../../shared/content.ts'
import type { FilePart, ModelRequest, TranscriptMessage, TranscriptToolResult } from '../ports/provider-ports.ts'
import { blockOwner } from './block-owner.ts'
import { isBlank } from './collect-entries.ts'
import { usesThinkingBudget } from './model-family.ts'
import { isMessages, type TranscriptTarget, traitsOf } from './transcript-target.ts'

/** A violation of a rule in a request. */
export interface Finding {
  /** Null: the violation concerns the request as a whole, or its tools. */
  readonly messageIndex: number | null
  /** Projected ids, as in the request. */
  readonly callIds: readonly string[]
  readonly detail: string
}

/** A request prepared for the finders: the calls and results of each message are extracted once. */
export interface Inspected {
  readonly request: ModelRequest
  readonly target: TranscriptTarget
  readonly messages: readonly InspectedMessage[]
  /** The message that precedes the inspected ones; `NOBODY`: they begin the transcript. */
  readonly before: InspectedMessage
}

interface InspectedMessage {
  readonly message: TranscriptMessage
  readonly calls: readonly ToolCallBlock[]
  readonly results: readonly TranscriptToolResult[]
}

/** Finds the violations of one rule in a request. */
export type Finder = (inspected: Inspected) => Finding[]

const NO_CALLS: readonly ToolCallBlock[] = []
const NO_RESULTS: readonly TranscriptToolResult[] = []
const NOBODY: InspectedMessage = { message: { role: 'user', content: [] }, calls: NO_CALLS, results: NO_RESULTS }

export function inspect(request: ModelRequest, target: TranscriptTarget, before?: TranscriptMessage): Inspected {
  const messages = request.messages.map(inspectMessage)
  return { request, target, messages, before: before === undefined ? NOBODY : inspectMessage(before) }
}

function inspectMessage(message: TranscriptMessage): InspectedMessage {
  if (message.role === 'tool') return { message, calls: NO_CALLS, results: message.results }
  if (message.role === 'user') return { message, calls: NO_CALLS, results: NO_RESULTS }
  const calls = message.content.some(isCall) ? message.content.filter(isCall) : NO_CALLS
  return { message, calls, results: NO_RESULTS }
}

function isCall(block: ContentBlock): block is ToolCallBlock {
  return block.type === 'tool_call'
}

/**
 * Creates a finder that examines each message with its neighbours. `breaks`: whether the rule is violated there;
 * `blame`: the calls concerned. Messages without a violation cause no allocations.
 */
function inMessages(
  detail: string,
  breaks: (here: InspectedMessage, before: InspectedMessage, after: InspectedMessage, index: number) => boolean,
): Finder {
  return ({ messages, before }) => {
    const findings: Finding[] = []
    for (let index = 0; index < messages.length; index += 1) {
      const here = messages[index] ?? NOBODY
      if (!breaks(here, messages[index - 1] ?? before, messages[index + 1] ?? NOBODY, index)) continue
      const callIds = [...here.calls.map((call) => call.id), ...here.results.map((result) => result.callId)]
      findings.push({ messageIndex: index, callIds, detail })
    }
    return findings
  }
}

export const unansweredCalls = inMessages('a call without its result directly behind it', ({ calls }, _, { results }) =>
  calls.some((call, index) => results[index]?.callId !== call.id && !results.some(({ callId }) => callId === call.id)),
)

export const uncalledResults = inMessages('a result without its call directly before it', ({ results }, { calls }) =>
  results.some(({ callId }, index) => calls[index]?.id !== callId && !calls.some((call) => call.id === callId)),
)

export const repeatedResults = inMessages('more than one result of a call', ({ results }) => {
  return results.length > 1 && new Set(results.map((result) => result.callId)).size < results.length
})

export const resultsOutOfOrder = inMessages('results in another order than their calls', ({ calls }, _, { results }) =>
  calls.some((call, index) => call.id !== results[index]?.callId),
)

export const unequalCounts = inMessages(
  'not as many results as calls',
  ({ calls }, _, { results }) => calls.length > 0 && calls.length !== results.length,
)

export const contentAfterCalls = inMessages('text or thinking behind a call', ({ message, calls }) => {
  if (message.role !== 'assistant' || calls.length === 0) return false
  return message.content[message.content.length - calls.length] !== calls[0]
})

export const resultsWithoutCalls = inMessages(
  'results behind no call message',
  ({ message }, { calls }) => message.role === 'tool' && calls.length === 0,
)

export const callsAfterAnswer = inMessages(
  'calls neither behind a user message nor behind results',
  ({ calls }, before) => calls.length > 0 && (before === NOBODY || before.message.role === 'assistant'),
)

export const userAfterResults = inMessages(
  'a user message straight behind results',
  ({ message }, before) => message.role === 'user' && before.message.role === 'tool',
)

export const emptyMessage = inMessages('a message without content', ({ message, results }) =>
  message.role === 'tool' ? results.length === 0 : message.content.length === 0,
)

/** An empty text may carry a signature, or data that only its adapter understands. */
export const blankText = inMessages(
  'text without words',
  ({ message }) =>
    message.role !== 'tool' && message.content.some((part) => part.type !== 'file' && isBlankBlock(part)),
)

function isBlankBlock(block: ContentBlock): boolean {
  return block.type === 'text' && block.provider_data === undefined && isBlank(block.text)
}

export const blankResult = inMessages('a result without words', ({ results }) =>
  results.some((result) => isBlank(result.content)),
)

export const trailingThinking = inMessages(
  'thinking with nothing behind it',
  ({ message }) => message.role === 'assistant' && message.content.at(-1)?.type === 'thinking',
)

export function invalidIds(pattern: RegExp, maxLength: number): Finder {
  const isRefused = (id: string): boolean => id.length > maxLength || !pattern.test(id)
  return inMessages(
    'an id in a form that the provider refuses',
    ({ calls, results }) => calls.some((call) => isRefused(call.id)) || results.some(({ callId }) => isRefused(callId)),
  )
}

export const repeatedIds: Finder = (inspected) => {
  const seen = new Set<string>()
  let count = 0
  return inMessages('one id for two calls', ({ calls }) => {
    for (const { id } of calls) seen.add(id)
    count += calls.length
    if (seen.size === count) return false
    count = seen.size
    return true
  })(inspected)
}

export const refusedNames: Finder = (inspected) => {
  const { request, target } = inspected
  const { toolName } = traitsOf(target)
  const inTools = request.tools
    .filter((tool) => !toolName.test(tool.name))
    .map(({ name }): Finding => ({ messageIndex: null, callIds: [], detail: `a tool’s name is refused: ${name}` }))
  const inCalls = inMessages('a tool name that the provider refuses', ({ calls }) =>
    calls.some((call) => !toolName.test(call.name)),
  )
  return [...inTools, ...inCalls(inspected)]
}

export const tooManyTools: Finder = ({ request: { tools }, target }) => {
  const { maxTools } = traitsOf(target)
  if (tools.length <= maxTools) return []
  return [{ messageIndex: null, callIds: [], detail: `${tools.length} tools, of which ${maxTools} are sent` }]
}

export const foreignBlocks: Finder = (inspected) => {
  const isOwn = blockOwner(inspected.target)
  return inMessages(
    'thinking or signatures of another model',
    ({ message }) =>
      message.role === 'assistant' &&
      message.content.some(
        (block) => (block.type === 'thinking' || block.provider_data !== undefined) && !isOwn(block),
      ),
  )(inspected)
}

/** Files that the target does not take, or not inside a result. */
export const refusedFiles: Finder = (inspected) => {
  const { images, pdf, audio, inResults } = contentSupport(inspected.target)
  const isTaken = ({ as, mediaType }: FilePart): boolean =>
    as === 'pdf' ? pdf : (as === 'image' ? images : audio).includes(mediaType)
  return inMessages('a file that the model does not take', ({ message, results }) => {
    const inside = results.flatMap(({ files = [] }) => files)
    if (inside.some((file) => !isTaken(file) || !inResults.includes(file.mediaType))) return true
    return message.role === 'user' && message.content.some((part) => part.type === 'file' && !isTaken(part))
  })(inspected)
}

export const filesInErrors = inMessages('a file in the result of a failed call', ({ results }) =>
  results.some(({ isError, files = [] }) => isError && files.length > 0),
)

/** A provider reads the format of a file from its name. */
export const namesWithoutFormat = inMessages('the name of a file that does not end as its kind does', (message) =>
  filesIn(message).some((file) => file.name !== nameWithFormat(file.name, file.mediaType)),
)

function filesIn({ message, results }: InspectedMessage): readonly FilePart[] {
  if (message.role === 'user') return message.content.filter((part) => part.type === 'file')
  return results.flatMap(({ files = [] }) => files)
}

export const wrongFirstRole: Finder = ({ messages, before }) =>
  messages[0]?.message.role === 'user' || before !== NOBODY
    ? []
    : [{ messageIndex: messages.length === 0 ? null : 0, callIds: [], detail: 'the first message is not a user’s' }]

export const wrongLastRole: Finder = ({ messages }) => {
  const last = messages.at(-1)?.message
  if (last !== undefined && last.role !== 'assistant') return []
  const messageIndex = last === undefined ? null : messages.length - 1
  return [{ messageIndex, callIds: [], detail: 'the last message is not a user’s and holds no results' }]
}

export const repeatedRole: Finder = (inspected) => {
  const { requiresAlternatingRoles } = traitsOf(inspected.target)
  return inMessages(
    'two messages of one role in a row',
    ({ message }, before) =>
      before !== NOBODY &&
      message.role === before.message.role &&
      (message.role !== 'user' || requiresAlternatingRoles),
  )(inspected)
}

/**
 * With a thinking budget, the current tool turn must begin with thinking: either its first message (a model may think
 * once and then make several calls) or its last one, as in the API's own wording.
 */
export function toolTurnWithoutThinking({
  request,
  target,
}: {
  readonly request: ModelRequest
  readonly target: TranscriptTarget
}): Finding[] {
  const { messages, thinkingLevel } = request
  if (thinkingLevel === 'none' || !isMessages(target) || !usesThinkingBudget(target.as ?? target.model)) return []
  const start = messages.findLastIndex((message) => message.role === 'user') + 1
  const last = messages.findLastIndex((message) => message.role === 'assistant' && message.content.some(isCall))
  if (last < start || beginsWithThinking(messages[start]) || beginsWithThinking(messages[last])) return []
  return [{ messageIndex: start, callIds: [], detail: 'the tool turn does not begin with thinking' }]
}

function beginsWithThinking(message: TranscriptMessage | undefined): boolean {
  return message?.role === 'assistant' && message.content[0]?.type === 'thinking'
}
