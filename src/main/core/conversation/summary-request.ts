import type { AgentEvent } from '../../../shared/agent-event.ts'
import { attachmentWords } from '../../../shared/attachment.ts'
import { argumentsText } from '../../../shared/call-arguments.ts'
import type { ContentBlock } from '../../../shared/content.ts'
import { NO_OPTIONS } from '../../../shared/model-options.ts'
import { err, mapOk, ok, type Result } from '../../../shared/result.ts'
import { shortenedText } from '../../../shared/shorten-text.ts'
import { tokensOfText } from '../../../shared/text-tokens.ts'
import { systemBlocks, withIdentities } from '../agents/agent-identity.ts'
import { withinFileLimits } from '../content/file-limits.ts'
import { withCachePlan } from '../caching/cache-plan.ts'
import type { SummaryRange } from '../context/summary-range.ts'
import { appliedOptions } from '../models/request-options.ts'
import type { ModelRequest, Provider } from '../ports/provider-ports.ts'
import { assembleTranscript } from '../transcript/assemble-transcript.ts'
import { collectEntries, type Entry } from '../transcript/collect-entries.ts'
import { newReport } from '../transcript/transcript-report.ts'
import type { TranscriptTarget } from '../transcript/transcript-target.ts'
import { toolsForContext } from '../context/tools-for-context.ts'
import { withOutputLimit } from '../context/output-limit.ts'
import { logRepairs } from './prepare-request.ts'
import { SUMMARY_PROMPT } from './prompts.ts'
import { requestTarget } from './assemble-request.ts'
import type { Turn } from './turn.ts'
import type { TurnServices } from './turn-services.ts'
import { windowProblem } from './window-problem.ts'
import { defined } from '../../../shared/defined.ts'

/** A request for a summary, and for whom it was rendered. */
export interface SummaryRequest {
  readonly request: ModelRequest
  readonly target: TranscriptTarget
}

interface WholeSummary {
  readonly turn: Turn
  readonly range: SummaryRange
  readonly provider: Provider
  /** Whether the request has the tool choice of the conversation, so that a cache with marks reads its messages. */
  readonly mayCallTools: boolean
}

/** Makes the request for a part of a conversation: its text alone, without tools and files. */
export function pieceRequest(
  { turn, text, provider }: { readonly turn: Turn; readonly text: string; readonly provider: Provider },
  { config, catalog }: TurnServices,
): Result<SummaryRequest> {
  const { options } = appliedOptions(NO_OPTIONS, turn.choice, catalog)
  const target = requestTarget(turn.choice, provider.endpoint, { config, catalog })
  const { request } = assembleTranscript({
    context: [{ ...question(turn, 1), content: text }],
    target,
    system: [],
    tools: [],
    options,
  })
  const limited = withOutputLimit(request, turn.choice, { config, catalog }, options)
  const problem = windowProblem(limited, turn.choice, catalog)
  return problem === null ? ok({ request: limited, target }) : err(problem)
}

/** Makes the request for a whole range: the range as the model has seen it, followed by the summary prompt. */
export async function summaryRequest(
  { turn, range, provider, mayCallTools }: WholeSummary,
  { contexts, identities, contentFiles, config, catalog, clock, logger, toolBox }: TurnServices,
): Promise<Result<SummaryRequest>> {
  await toolBox.ready(turn.agentId, turn.signal)
  const context = await contexts.contextOf(turn.agentId)
  if (!context.ok) return context
  const { system, lastId, prefixChangedAt, items } = context.value
  const about = await identities.identitiesOf(turn.agentId, items, false)
  if (!about.ok) return about
  const files = await contentFiles.filesIn(range.items)
  if (!files.ok) return files
  // The summary is prose, whatever the final answers of the agent are.
  const { options } = appliedOptions({ ...context.value.options, schema: undefined }, turn.choice, catalog)
  const target = requestTarget(turn.choice, provider.endpoint, { config, catalog })
  const { request: unlimited, report } = assembleTranscript({
    context: [...withIdentities(range.items, about.value), question(turn, lastId + 1)],
    target,
    files: files.value,
    system: systemBlocks(system, about.value),
    // The same tools as in every other request, because the provider's cached prefix begins with them.
    tools: toolsForContext(items, toolBox.tools(turn.agentId), config, turn.choice.provider).map(
      ({ definition }) => definition,
    ),
    options,
    ...defined({ toolChoice: !mayCallTools ? 'none' : undefined }),
    // If the range starts after a mark, the request does not begin like earlier ones.
    prefixChangedAt: range.items[0] === items[0] ? prefixChangedAt : lastId,
    resumesPause: false,
  })
  logRepairs(report, { agentId: turn.agentId, provider: provider.name }, logger)
  const planned = { context: context.value, choice: turn.choice, identities: about.value, config, now: clock.now() }
  const { request: fitting } = withinFileLimits(provider.name, unlimited, report.files)
  const request = withOutputLimit(fitting, turn.choice, { config, catalog }, options)
  const problem = windowProblem(request, turn.choice, catalog)
  if (problem !== null) return err(problem)
  return mapOk(await contentFiles.withBytes(withCachePlan(request, planned)), (whole) => ({ request: whole, target }))
}

/** The summary prompt as an event. It is never recorded: only the model reads it. */
function question({ agentId }: Turn, id: number): AgentEvent {
  return { id, sessionId: 0, agentId, turnId: null, kind: 'user', content: SUMMARY_PROMPT, data: null, createdAt: '' }
}

/** Most tokens of one result, estimated: a summary needs its gist. */
const RESULT_TOKENS = 1_000
/** The part of a piece that one text takes at most. */
const TEXT_PART = 1 / 2

/**
 * Returns a conversation as texts of about `maxTokens` at most, in order, for a summary of what no single request can
 * contain. Long results and texts are shortened, thinking and files are left out. Never empty.
 */
export function summaryPieces(items: readonly AgentEvent[], maxTokens: number): readonly [string, ...string[]] {
  const longest = maxTokens * TEXT_PART
  const bounds = { maxTokens: Math.min(RESULT_TOKENS, longest), folder: undefined }
  const texts = collectEntries(items, newReport(), bounds).map(entryText)
  const pieces: [string, ...string[]] = ['']
  let size = 0
  for (const text of texts) {
    const part = shortenedText({ text, maxTokens: longest, where: '' }) ?? text
    const tokens = tokensOfText(part)
    if (part === '') continue
    if (size > 0 && size + tokens > maxTokens) {
      pieces.push(part)
      size = tokens
    } else {
      pieces[pieces.length - 1] = [pieces.at(-1), part].filter((each) => each !== '').join('\n\n')
      size += tokens
    }
  }
  return pieces
}

function entryText(entry: Entry): string {
  switch (entry.kind) {
    case 'user': {
      const files = entry.attachments.map((file) => `[${attachmentWords(file)}]`)
      return `[User]\n${[...files, entry.text].join('\n')}`
    }
    case 'answer': {
      const said = entry.blocks.map(blockText).filter((text) => text !== '')
      return said.length === 0 ? '' : `[Assistant]\n${said.join('\n')}`
    }
    case 'result':
      return `[Result of ${entry.name ?? 'a tool'}${entry.isError ? ', failed' : ''}]\n${entry.content}`
    case 'call':
      // The answer before it contains the call.
      return ''
  }
}

function blockText(block: ContentBlock): string {
  if (block.type === 'text') return block.text
  return block.type === 'tool_call' ? `[Call of ${block.name}] ${argumentsText(block)}` : ''
}

/** The prompt for one piece. `before`: the summary of the pieces before it; null: it is the first one. */
export function piecePrompt(piece: string, before: string | null): string {
  const earlier =
    before === null ? '' : `The summary of the conversation before this part:\n\n${before}\n\n[End of the summary]\n\n`
  const whole = before === null ? '' : ' Include what the summary before this part says and is still needed.'
  return `${earlier}A part of the conversation. Long texts in it are shortened:\n\n${piece}\n\n[End of the part]\n\n${SUMMARY_PROMPT}${whole}`
}
