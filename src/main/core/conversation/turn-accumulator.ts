import type { AssistantData } from '../../../shared/response-data.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { readArguments } from '../../../shared/call-arguments.ts'
import type { Citation, ContentBlock } from '../../../shared/content.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { PoolChoice } from '../../../shared/pool-choice.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { usageData } from '../../../shared/recorded-usage.ts'
import type { ResponseUsage } from '../../../shared/usage.ts'
import type { PriceList } from '../models/price-list.ts'
import type { ProviderEvent } from '../ports/provider-ports.ts'
import { defined } from '../../../shared/defined.ts'
import type { Stamp } from '../transcript/block-owner.ts'

/** The source of a response, stamped on every block. */
export interface BlockSource {
  readonly choice: ModelChoice
  readonly endpoint: string
  /** Name of the pool that the model was chosen from; missing: none, or not known any more. */
  readonly pool?: string | null
  readonly poolChoice?: PoolChoice | null
  /** Returns the cost of a response of this source; null: not known. */
  readonly cost: PriceList['cost']
}

/** One model response, complete or partial, in its recorded form. */
export interface AccumulatedResponse {
  /** The text of the text blocks, without thinking. */
  readonly content: string
  readonly data: AssistantData
}

interface BlockBuilder {
  type: ContentBlock['type']
  text: string
  id: string
  name: string
  providerId: string | undefined
  providerData: JsonObject | undefined
  citations: readonly Citation[]
}

/**
 * Folds the events of one response, merged or not, into the recorded blocks; order, stamps and provider data are kept.
 * An unfinished response is folded as well, to record a crash or a cancel.
 */
export function accumulateResponse(events: readonly ProviderEvent[], source: BlockSource): AccumulatedResponse {
  const drafts = new Map<number, BlockBuilder>()
  const requested = wireModelName(source.choice)
  let model = requested
  let responseId: string | undefined
  let usage: ResponseUsage | null = null
  let done: Extract<ProviderEvent, { type: 'done' }> | undefined
  for (const event of events) {
    if (event.type === 'start') {
      model = event.model || model
      responseId = event.responseId
      usage = event.usage ?? null
    } else if (event.type === 'done') {
      done = event
      usage = event.usage
      model = event.model || model
    } else if ('blockIndex' in event) {
      addToDraft(draftAt(drafts, event.blockIndex, blockTypeOf(event)), event)
    }
  }
  const stamp = { provider: source.choice.provider, model, requested_model: requested, endpoint: source.endpoint }
  const blocks = [...drafts.entries()].toSorted(([a], [b]) => a - b).map(([, draft]) => finishBlock(draft, stamp))
  const thinking = textOf(blocks, 'thinking')
  return {
    content: textOf(blocks, 'text'),
    data: {
      provider: source.choice.provider,
      model,
      requested_model: requested,
      ...defined({ pool: source.pool ?? undefined, pool_choice: source.poolChoice ?? undefined }),
      thinking_level: source.choice.thinkingLevel,
      ...defined({ thinking: thinking !== '' ? thinking : undefined }),
      ...(usage !== null &&
        usageData(usage, source.cost({ provider: source.choice.provider, model, requested }, usage))),
      ...defined({
        finish_reason: done === undefined ? undefined : done.finishReason,
        thinking_withheld: done?.thinkingWithheld === undefined ? undefined : done.thinkingWithheld,
        cache_diagnosis: done?.cacheDiagnosis === undefined ? undefined : done.cacheDiagnosis,
        response_id: responseId,
      }),
      blocks,
    },
  }
}

type BlockEvent = Extract<ProviderEvent, { blockIndex: number }>

function blockTypeOf(event: BlockEvent): ContentBlock['type'] {
  if (event.type === 'block_data' || event.type === 'block_retyped') return event.blockType
  if (event.type === 'text_delta' || event.type === 'citations') return 'text'
  return event.type === 'thinking_delta' ? 'thinking' : 'tool_call'
}

function draftAt(drafts: Map<number, BlockBuilder>, index: number, type: ContentBlock['type']): BlockBuilder {
  const known = drafts.get(index)
  if (known !== undefined) return known
  const empty = { text: '', id: '', name: '', providerId: undefined, providerData: undefined, citations: [] }
  const draft: BlockBuilder = { type, ...empty }
  drafts.set(index, draft)
  return draft
}

function addToDraft(draft: BlockBuilder, event: BlockEvent): void {
  switch (event.type) {
    case 'text_delta':
    case 'thinking_delta':
      draft.text += event.text
      break
    case 'tool_call_start':
      draft.id = event.id
      draft.name = event.name
      break
    case 'tool_call_delta':
      draft.text += event.jsonFragment
      break
    case 'citations':
      draft.citations = [...draft.citations, ...event.citations]
      break
    case 'block_retyped':
      draft.type = event.blockType
      draft.providerData = undefined
      break
    case 'block_data':
      if (Object.keys(event.providerData).length > 0) {
        draft.providerData = { ...draft.providerData, ...event.providerData }
      }
      draft.providerId = event.providerId ?? draft.providerId
      break
    default:
  }
}

function finishBlock(draft: BlockBuilder, stamp: Required<Stamp>): ContentBlock {
  const rest = { ...stamp, ...defined({ provider_data: draft.providerData }) }
  if (draft.type === 'thinking') return { type: 'thinking', text: draft.text, ...rest }
  if (draft.type === 'text') {
    const { text, citations } = draft
    return { type: 'text', text, ...defined({ citations: citations.length > 0 ? citations : undefined }), ...rest }
  }
  const providerId = draft.providerId === undefined ? {} : { provider_id: draft.providerId }
  return { type: 'tool_call', id: draft.id, ...providerId, name: draft.name, ...readArguments(draft.text), ...rest }
}

function textOf(blocks: readonly ContentBlock[], type: 'text' | 'thinking'): string {
  return blocks.map((block) => (block.type === type ? block.text : '')).join('')
}
