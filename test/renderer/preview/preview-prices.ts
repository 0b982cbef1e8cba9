import { implement } from '@orpc/server'

import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { cacheFacts, cachedAfter } from '../../../src/shared/cache-facts.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { ModelInfo, ModelList } from '../../../src/shared/model-info.ts'
import type { ModelPrice } from '../../../src/shared/model-price.ts'
import { modelSpecText, modelText } from '../../../src/shared/model-spec-text.ts'
import { recordedUsage } from '../../../src/shared/recorded-usage.ts'
import { type ModelRequestPrice, requestPrice } from '../../../src/shared/request-price.ts'
import { ok, refuse, type Result } from '../../../src/shared/result.ts'

const price = (input: number, output: number): ModelPrice => ({ input, output, cachedInput: input / 10 })
const claude = (input: number, output: number): ModelPrice => ({
  ...price(input, output),
  cacheWrites: { '5m': input * 1.25, '1h': input * 2 },
})

/** Of the models without a row, no price is known. */
const PRICES: Readonly<Record<string, ModelPrice>> = {
  'claude-opus-4-5': claude(5, 25),
  'claude-sonnet-5-5': claude(3, 15),
  'claude-haiku-4-5': claude(1, 5),
  'gpt-5': price(1.25, 10),
  'gpt-5-mini': price(0.25, 2),
  'gemini-3.8-flash': price(1.25, 10),
}

/** Returns the prices of a preview's model: one period, or none. */
export function previewPrices(id: string): readonly ModelPrice[] {
  const known = PRICES[id]
  return known === undefined ? [] : [known]
}

const EXPECTED_OUTPUT = 400
const COMPRESS = 'Summarise this conversation.'
/** Characters of the system prompt and the tools. */
const FIXED_CHARACTERS = 8_000
const CHANGES: ReadonlySet<string> = new Set(['summary', 'clear', 'rewind'])

interface PreviewParts {
  readonly note: (name: string, input: unknown) => unknown
  readonly agents: ReadonlyMap<AgentId, AgentSummary>
  readonly logs: ReadonlyMap<AgentId, readonly AgentEvent[]>
  readonly models: ModelList
}

interface Question {
  readonly models: readonly string[]
  readonly text?: string | undefined
  readonly purpose?: 'prompt' | 'compress' | undefined
}

/** The price of the next request. The answers of the world were given when it was opened. */
export function previewPrice({ note, agents, logs, models }: PreviewParts) {
  const answeredAt = Date.now()
  return {
    next: implement(contract).price.next.handler(({ input }) => {
      note('price.next', input)
      const { agentId } = input
      return priceOf(input, { agent: agents.get(agentId), events: logs.get(agentId) ?? [], models, answeredAt })
    }),
  }
}

interface Asked {
  readonly agent: AgentSummary | undefined
  /** The agent's path through the log, oldest first. */
  readonly events: readonly AgentEvent[]
  readonly models: ModelList
  /** Ms since the epoch. */
  readonly answeredAt: number
}

/** Answers as the engine does, from the last answer of the agent's path. */
function priceOf(
  { models: asked, text = '', purpose }: Question,
  { agent, events, models, answeredAt }: Asked,
): Result<ModelRequestPrice[]> {
  const choice = agent?.choice ?? null
  if (choice === null) return refuse('No model configured.')
  const own = modelSpecText(choice.provider, choice.model, choice.thinkingLevel)
  const since = events.slice(events.findLastIndex(({ kind }) => CHANGES.has(kind)) + 1)
  const reported = recordedUsage(since.findLast(({ kind }) => kind === 'assistant')?.data)
  const usage = reported === null || reported.inputTokens === 0 ? null : reported
  const characters = since.reduce((sum, { content }) => sum + (content?.length ?? 0), FIXED_CHARACTERS)
  const tokens = usage === null ? tokensIn(characters) : usage.inputTokens + usage.outputTokens - usage.thinkingTokens
  const added = tokensIn((purpose === 'compress' ? COMPRESS : text).length)
  const prices = (asked.length === 0 ? [own] : asked).map((spec): ModelRequestPrice => {
    const model = modelOf(models, spec)
    const facts = cacheFacts(model?.provider ?? 'local', model?.id ?? '')
    const prefix = usage === null || spec !== own ? null : cachedAfter(usage, facts, answeredAt)
    const size = { inputTokens: tokens + added, outputTokens: EXPECTED_OUTPUT, prefix, headTokens: 0, lifetime: null }
    const found = requestPrice(size, { price: PRICES[model?.id ?? ''] ?? null, facts, now: Date.now() })
    return { ...found, model: spec, context: { tokens, isReported: usage !== null && spec === own } }
  })
  return ok(prices)
}

function tokensIn(characters: number): number {
  return Math.ceil(characters / 4)
}

function modelOf({ providers }: ModelList, spec: string): ModelInfo | null {
  const name = spec.slice(0, spec.lastIndexOf('/'))
  const models = providers.flatMap((each) => each.models)
  return models.find(({ provider, id }) => modelText(provider, id) === name) ?? null
}
