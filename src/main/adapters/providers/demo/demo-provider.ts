import { setTimeout as wait } from 'node:timers/promises'

import type { JsonObject } from '../../../../shared/json.ts'
import { ok, refuse } from '../../../../shared/result.ts'
import { NO_DETAILS, type ResponseUsage } from '../../../../shared/usage.ts'
import type {
  ModelCatalog,
  ModelRequest,
  Provider,
  ProviderEvent,
  ProviderFactory,
} from '../../../core/ports/provider-ports.ts'
import { DEMO_PROVIDERS, type DemoProvider, demoReply, type DemoReply, withoutForkNote } from './demo-script.ts'
import type { SpokenText } from './demo-voice.ts'
import { API_PROVIDERS } from '../../../../shared/providers.ts'

const ENDPOINTS: Readonly<Record<DemoProvider, string>> = {
  anthropic: 'messages',
  openai: 'responses',
  google: 'generate_content',
}

/** Characters of each delta, and of a token where one is counted. */
const CHUNK = 12
const CHARACTERS_PER_TOKEN = 4

/** Creates providers whose answers come from the demo's script. They need no key and make no connection. */
export function createDemoProviders({
  catalog,
  isInstant,
}: {
  readonly catalog: ModelCatalog
  /** Whether answers arrive at once, not at reading speed. */
  readonly isInstant: () => boolean
}): ProviderFactory {
  return {
    async create(name) {
      const provider = DEMO_PROVIDERS.find((known) => known === name)
      if (provider === undefined) return refuse(`The demo has no answers for ${name}.`)
      return ok(demoProvider(provider, catalog, isInstant))
    },
  }
}

function demoProvider(name: DemoProvider, catalog: ModelCatalog, isInstant: () => boolean): Provider {
  return {
    name,
    endpoint: ENDPOINTS[name],
    stream: (request, { signal }) => answer(request, demoReply(name, spokenTexts(request)), isInstant(), signal),
    render: shown,
    listModels: async () => ok(catalog.list(name)),
  }
}

async function* answer(
  request: ModelRequest,
  reply: DemoReply,
  isInstant: boolean,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent> {
  yield { type: 'start', model: request.model }
  const pause = (1000 * CHUNK) / CHARACTERS_PER_TOKEN / reply.tokensPerSecond
  for (const event of deltas(reply)) {
    // An aborted pause ends the answer without `done`.
    if (!isInstant) await wait(pause, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    yield event
  }
  yield { type: 'done', finishReason: 'STOP', model: request.model, usage: usageOf(request, reply) }
}

function deltas({ thinking, text }: DemoReply): readonly ProviderEvent[] {
  return [
    ...chunks(thinking).map((part) => ({ type: 'thinking_delta', blockIndex: 0, text: part }) as const),
    ...chunks(text).map((part) => ({ type: 'text_delta', blockIndex: 1, text: part }) as const),
  ]
}

/** Splits between characters, never inside of one. */
function chunks(text: string): readonly string[] {
  const characters = Array.from(text)
  return Array.from({ length: Math.ceil(characters.length / CHUNK) }, (_, index) =>
    characters.slice(index * CHUNK, (index + 1) * CHUNK).join(''),
  )
}

/** Counted from the lengths, as a provider would report it. */
function usageOf(request: ModelRequest, { thinking, text }: DemoReply): ResponseUsage {
  const inputTokens = tokens(JSON.stringify(shown(request)))
  const thinkingTokens = tokens(thinking)
  const outputTokens = thinkingTokens + tokens(text)
  const sums = { inputTokens, outputTokens, thinkingTokens, cachedTokens: 0, totalTokens: inputTokens + outputTokens }
  return { ...NO_DETAILS, cacheWrites: {}, ...sums }
}

function tokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}

/** The request as the inspector shows it. */
function shown(request: ModelRequest): JsonObject {
  return {
    model: request.model,
    system: [...request.system],
    messages: spokenTexts(request).map(({ role, text }) => ({ role, content: text })),
  }
}

/** What was said. The last text of a user's message is the prompt; notes of the engine come before it. */
function spokenTexts({ messages }: ModelRequest): readonly SpokenText[] {
  return messages.flatMap((message): readonly SpokenText[] => {
    if (message.role === 'tool') return []
    const texts = message.content
      .flatMap((block) => (block.type === 'text' ? [withoutForkNote(block.text)] : []))
      .filter((text) => text !== '')
    const text = message.role === 'user' ? (texts.at(-1) ?? '') : texts.join('')
    return text === '' ? [] : [{ role: message.role, text }]
  })
}

/** The environment of a demo: that of programs, which has no keys and no addresses, and placeholders for keys. */
export function demoEnvironment(programs: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const placeholders = DEMO_PROVIDERS.map((name) => [API_PROVIDERS[name].keyVariables[0], 'demo'] as const)
  return { ...programs, ...Object.fromEntries(placeholders) }
}
