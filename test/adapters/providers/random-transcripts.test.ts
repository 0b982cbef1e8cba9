import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'

import { createModelCatalog } from '../../../src/main/adapters/providers/model-catalog.ts'
import { PROVIDER_ADAPTERS } from '../../../src/main/adapters/providers/provider-table.ts'
import { withOutputLimit } from '../../../src/main/core/context/output-limit.ts'
import { withinFileLimits } from '../../../src/main/core/content/file-limits.ts'
import { fileParts } from '../../../src/main/core/content/content-files.ts'
import { appliedOptions } from '../../../src/main/core/models/request-options.ts'
import type { FilePart, ModelRequest, Provider } from '../../../src/main/core/ports/provider-ports.ts'
import type { TranscriptTarget } from '../../../src/main/core/transcript/transcript-target.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { ContentBlock } from '../../../src/shared/content.ts'
import { isJsonObject } from '../../../src/shared/json.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { changesPrefix, type ModelOptions, NO_OPTIONS } from '../../../src/shared/model-options.ts'
import { isProviderName, PROVIDER_NAMES } from '../../../src/shared/providers.ts'
import type { ApiProviderName, ProviderName } from '../../../src/shared/providers.ts'
import { checkRequest } from '../../support/provider-simulator/check-request.ts'
import { prefixDigest } from '../../support/provider-simulator/conversation-prefix.ts'
import { SIGNATURE_PREFIX } from '../../support/provider-simulator/encode-anthropic.ts'
import { ENCRYPTED_PREFIX } from '../../support/provider-simulator/encode-responses.ts'
import { IssuedItems } from '../../support/provider-simulator/issued-items.ts'
import { modelFamily } from '../../support/provider-simulator/model-limits.ts'
import { samplePng } from '../../support/sample-files.ts'
import { digest, seal } from '../../support/provider-simulator/seal.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import type { SimulatorRequest } from '../../support/provider-simulator/simulator-request.ts'
import type { WireFormat } from '../../support/provider-simulator/wire-format.ts'
import { anyHistory, KNOWN_FILES } from '../../core/transcript/random-history.ts'
import { assemble, TARGETS } from '../../core/transcript/transcript-history.ts'

/**
 * Random histories with files through assembly and the real adapters, judged by the rules that the simulator refuses
 * requests by; a part of them over HTTP.
 */

/**
 * `TRANSCRIPT_RUNS=20000` is the long run: that many renderings over all targets. It prints its seed, and
 * `TRANSCRIPT_SEED` repeats one.
 */
const runs = Number(process.env['TRANSCRIPT_RUNS'] ?? 2_200)
const seed = Number(process.env['TRANSCRIPT_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
/** Of so many renderings, one more is sent over HTTP. */
const HTTP_SHARE = 20
let rendered = 0
vi.setConfig({ testTimeout: 36_000_000 })

const simulator = await startSimulator()
const ADAPTERS = new Map(PROVIDER_NAMES.map((name) => [name, adapterOf(name)]))

function adapterOf(name: ApiProviderName): Provider {
  return PROVIDER_ADAPTERS[name].create({ key: 'key', baseUrl: simulator.baseUrls[name], idleTimeoutMs: 60_000 })
}

/** The targets that an adapter is for, and those with rules of their own. */
const SENT_TO: readonly TranscriptTarget[] = [
  ...PROVIDER_NAMES.map((name) => TARGETS[name]),
  { ...TARGETS.anthropic, model: 'claude-haiku-4-5' },
  { ...TARGETS.anthropic, model: 'claude-opus-5-5' },
].map((target) => ({ ...target, endpoint: ADAPTERS.get(target.provider)?.endpoint ?? target.endpoint }))

/** The history with signatures that the simulator takes for its own, and the stamps of the real adapters. */
function sealed(events: readonly AgentEvent[]): readonly AgentEvent[] {
  return events.map((event): AgentEvent => {
    if (event.kind === 'assistant')
      return { ...event, data: { ...event.data, blocks: event.data.blocks?.map(sealBlock) ?? [] } }
    if (event.kind !== 'interrupted') return event
    return { ...event, data: { ...event.data, blocks: event.data.blocks?.map(sealBlock) ?? [] } }
  })
}

let items = 0
/** The others' adapters keep nothing with a text. */
const HAS_ITEM_IDS: ReadonlySet<ApiProviderName> = new Set(['openai', 'xai', 'meta'])

function sealBlock(block: ContentBlock): ContentBlock {
  const { provider, model } = block
  if (provider === undefined || model === undefined || !isProviderName(provider)) return block
  const stamped = { ...block, endpoint: ADAPTERS.get(provider)?.endpoint ?? '' }
  if (stamped.type === 'text' && !HAS_ITEM_IDS.has(provider) && !keepsData(stamped))
    return { type: 'text', text: stamped.text, provider, model, endpoint: stamped.endpoint }
  if (stamped.type !== 'thinking' || stamped.provider_data === undefined) return stamped
  return { ...stamped, provider_data: sealedThinking(provider, modelFamily(model), stamped.text) }
}

/** Whether the block holds what the provider's own tools did, or what is sent back of its citations. */
function keepsData({ provider_data: data = {} }: ContentBlock): boolean {
  return ['block', 'part', 'citations'].some((key) => key in data)
}

function sealedThinking(provider: ApiProviderName, model: string, text: string): JsonObject {
  const id = `rs_${(items += 1)}`
  switch (provider) {
    case 'anthropic':
      // Bound to what stands before everything: no prompt and no tools, as in every request here.
      return { signature: seal(SIGNATURE_PREFIX, { model, count: 0, prefix: prefixDigest({}, 0), text: digest(text) }) }
    case 'openai':
    case 'xai':
    case 'meta':
      return { id, summary: [], encrypted_content: seal(ENCRYPTED_PREFIX, { model, host: provider, id, nonce: '' }) }
    default:
      return { field: 'reasoning_content' }
  }
}

const WIRES: Readonly<Partial<Record<ProviderName, WireFormat>>> = {
  anthropic: 'anthropic',
  openai: 'responses',
  google: 'gemini',
  xai: 'responses',
  meta: 'responses',
}

/** Files have the same bytes but for their width: the rules look at types, places and sizes. */
function withBytes(request: ModelRequest): ModelRequest {
  return { ...request, files: new Map(fileParts(request).map((part) => [part.sha256, bytesOf(part)])) }
}

const BYTES = samplePng(2, 2).toString('base64')
const WIDE = samplePng(2_500, 1).toString('base64')

function bytesOf({ width = 0 }: FilePart): string {
  return width > 2_000 ? WIDE : BYTES
}

function apiProvider(provider: ProviderName): ApiProviderName {
  if (!isProviderName(provider)) throw new Error(`${provider} has no API`)
  return provider
}

function requestTo(provider: ApiProviderName, request: ModelRequest): SimulatorRequest {
  const body = ADAPTERS.get(provider)?.render(request)
  if (!isJsonObject(body)) throw new Error('a body that is no object')
  const wire = WIRES[provider] ?? 'chat'
  const { model } = request
  return {
    index: 0,
    host: provider,
    wire,
    path: '',
    headers: {},
    body,
    bodyText: JSON.stringify(body),
    model,
    stream: true,
    version: 'v1',
    rejectedBy: undefined,
  }
}

/** Kinds of server tools that only the provider that ran them understands. */
const OWN_KINDS: readonly (readonly [string, readonly ProviderName[]])[] = [
  ['srvtoolu_1', ['anthropic']],
  ['encrypted_index', ['anthropic']],
  ['web_search_call', ['openai', 'xai']],
  ['image_generation_call', ['openai']],
  ['executableCode', ['google']],
]

function foreignKinds(provider: ProviderName, body: string): readonly string[] {
  return OWN_KINDS.filter(([kind, owners]) => !owners.includes(provider) && body.includes(kind)).map(([kind]) => kind)
}

const catalog = createModelCatalog()
const SCHEMA: JsonObject = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const anyOptions: fc.Arbitrary<ModelOptions> = fc.record(
  {
    verbosity: fc.constant('low' as const),
    service_tier: fc.constantFrom('flex' as const, 'priority' as const),
    temperature: fc.constantFrom(0, 2),
    schema: fc.constantFrom(SCHEMA, { ...SCHEMA, additionalProperties: false }),
    web_search: fc.boolean(),
    code_execution: fc.boolean(),
  },
  { requiredKeys: [] },
)

/** What the options add to a request. They were set after the history was written. */
function inputOf(given: ModelOptions, target: TranscriptTarget, events: readonly AgentEvent[]) {
  const { options, instruction } = appliedOptions(given, target, catalog)
  const isChanged = changesPrefix(NO_OPTIONS, given)
  return {
    options,
    system: instruction === null ? [] : [instruction],
    prefixChangedAt: isChanged ? (events.at(-1)?.id ?? null) : null,
  }
}

/** Renders a history with options, as a turn does. */
function renderedHistory(history: readonly AgentEvent[], options: ModelOptions, target: TranscriptTarget) {
  const input = { files: KNOWN_FILES, ...inputOf(options, target, history) }
  const { request, report } = assemble(sealed(history), target, input)
  const { request: fitting } = withinFileLimits(target.provider, request, report.files)
  const complete = withOutputLimit(
    fitting,
    target,
    { config: { ...DEFAULT_CONFIG, maxOutputTokens: null }, catalog },
    options,
  )
  rendered += 1
  return { request: withBytes(complete), report }
}

afterAll(async () => {
  await simulator.close()
  if (process.env['TRANSCRIPT_RUNS'] !== undefined) process.stdout.write(`${rendered} renderings, seed ${seed}\n`)
})

describe.each(SENT_TO.map((target) => [target.provider, target.model, target] as const))(
  '%s %s',
  (provider, _, target) => {
    it('takes any history, without a repair', () => {
      const settings = { issued: new IssuedItems(), verifiedOrganisation: true }
      fc.assert(
        fc.property(anyHistory, anyOptions, (history, options) => {
          const { request, report } = renderedHistory(history, options, target)
          expect(report.violations).toEqual([])
          const sent = requestTo(apiProvider(provider), request)
          expect(checkRequest(sent, settings)).toBeUndefined()
          expect(foreignKinds(provider, sent.bodyText)).toEqual([])
        }),
        { numRuns: Math.ceil(runs / SENT_TO.length), seed },
      )
    })

    it('takes any history over HTTP, at the first request', async () => {
      const adapter = ADAPTERS.get(apiProvider(provider))
      await fc.assert(
        fc.asyncProperty(anyHistory, anyOptions, async (history, options) => {
          const { request } = renderedHistory(history, options, target)
          const before = simulator.requests.length
          const events = adapter?.stream(request, { signal: new AbortController().signal, newToolCallId: () => 'c1' })
          const types: string[] = []
          for await (const { type } of events ?? []) types.push(type)
          const sent = simulator.requests.slice(before)
          expect(sent.map(({ rejectedBy, body }) => [rejectedBy, rejectedBy === undefined ? null : body])).toEqual([
            [undefined, null],
          ])
          expect(types.at(-1)).toBe('done')
        }),
        { numRuns: Math.ceil(runs / SENT_TO.length / HTTP_SHARE), seed },
      )
    })
  },
)
