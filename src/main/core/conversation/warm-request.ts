import type { TurnServices } from './turn-services.ts'
import type { NewEvent } from '../../../shared/agent-event.ts'
import type { KeepWarmData } from '../../../shared/response-data.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { ModelOptions } from '../../../shared/model-options.ts'
import type { Result } from '../../../shared/result.ts'
import type { WarmPlan } from '../caching/warm-plan.ts'
import { estimatedTokens } from '../context/estimate-tokens.ts'
import { sentAt } from '../context/reported-size.ts'
import type { PriceList } from '../models/price-list.ts'
import type { ModelRequest, Provider } from '../ports/provider-ports.ts'
import { assembleRequest } from './assemble-request.ts'
import type { ModelResponse } from './model-response.ts'
import { accumulateResponse } from './turn-accumulator.ts'
import { defined } from '../../../shared/defined.ts'

/**
 * Returns the request that was answered by `plan.entry.answer` once more, with the same bytes up to its end: it reads
 * the whole entry, which renews it. Only the limit of the answer differs.
 */
export async function warmRequest(
  { choice, entry: { answer, before } }: WarmPlan,
  {
    system,
    options,
    prefixChangedAt,
  }: { readonly system: string | null; readonly options: ModelOptions; readonly prefixChangedAt: number | null },
  provider: Provider,
  { identities, contentFiles, toolBox, config, catalog }: TurnServices,
): Promise<Result<ModelRequest>> {
  // Of a fork without an answer of its own, the last request is its parent's.
  const { agentId } = answer.event
  const about = await identities.identitiesOf(agentId, before, false)
  if (!about.ok) return about
  const files = await contentFiles.filesIn(before)
  if (!files.ok) return files
  const { request } = assembleRequest(
    { items: before, system, options, prefixChangedAt },
    {
      files: files.value,
      identities: about.value,
      choice,
      provider,
      tools: toolBox.tools(agentId),
      resumesPause: before.at(-1)?.kind === 'assistant',
      now: sentAt(answer.event),
    },
    { config, catalog },
  )
  return contentFiles.withBytes({ ...request, isBrief: true })
}

/** Returns the event that records such a request, with the usage and the cost of its answer. */
export function warmEvent(
  agentId: AgentId,
  { choice, entry }: WarmPlan,
  { request, response, endpoint }: SentRequest,
  cost: PriceList['cost'],
): NewEvent {
  const { data } = accumulateResponse(response.events, { choice, endpoint, cost })
  const { blocks: _blocks, thinking: _thinking, finish_reason: _finish, response_id: _id, ...kept } = data
  const estimate = estimatedTokens(request, response.events)
  const recorded: KeepWarmData = {
    answer_id: entry.answer.event.id,
    ...kept,
    ...defined({ estimated_tokens: estimate ?? undefined }),
    duration_ms: response.durationMs,
  }
  return { agentId, turnId: null, kind: 'keep_warm', content: null, data: recorded }
}

export interface SentRequest {
  readonly request: ModelRequest
  readonly response: ModelResponse
  readonly endpoint: string
}
