import type { AgentEvent } from '../../../shared/agent-event.ts'
import { NO_OPTIONS } from '../../../shared/model-options.ts'
import { err, mapOk, ok, type Result } from '../../../shared/result.ts'
import { systemBlocks, withIdentities } from '../agents/agent-identity.ts'
import { withinFileLimits } from '../content/file-limits.ts'
import { withCachePlan } from '../caching/cache-plan.ts'
import type { SummaryRange } from '../context/summary-range.ts'
import { appliedOptions } from '../models/request-options.ts'
import type { ModelRequest, Provider } from '../ports/provider-ports.ts'
import { assembleTranscript } from '../transcript/assemble-transcript.ts'
import type { TranscriptTarget } from '../transcript/transcript-target.ts'
import { toolsForContext } from '../context/tools-for-context.ts'
import { withOutputLimit } from '../context/output-limit.ts'
import { logRepairs } from './log-repairs.ts'
import { SUMMARY_PROMPT } from './prompts.ts'
import { requestTarget } from './request-target.ts'
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
