import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'

import type { Engine } from '../../src/main/core/engine.ts'
import type { ApiProviderName } from '../../src/shared/providers.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { type BenchRow, median, timed } from './bench-result.ts'

const DELTAS = 50_000
const CHUNK = 8
const ROUNDS = 5

interface Subject {
  readonly provider: Extract<ApiProviderName, 'anthropic' | 'openai' | 'google' | 'mistral'>
  readonly model: string
  /** Reads one whole stream with the SDK alone; answers how many events came. */
  readonly bareSdk: (baseUrl: string) => Promise<number>
}

const SUBJECTS: readonly Subject[] = [
  { provider: 'anthropic', model: 'claude-haiku-4-5/none', bareSdk: readAnthropic },
  { provider: 'openai', model: 'gpt-5-mini/low', bareSdk: readOpenai },
  { provider: 'google', model: 'gemini-2.5-flash/none', bareSdk: readGoogle },
  { provider: 'mistral', model: 'mistral-medium-latest/none', bareSdk: readChat },
]

/** Deltas per second from the simulator's socket to recorded and published, beside the bare SDK on the same stream. */
export async function benchStreams(engine: Engine, simulator: Simulator): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = []
  simulator.answerWith(() => ({
    type: 'script',
    blocks: [{ type: 'text', text: 'abcdefg '.repeat(DELTAS) }],
    chunkSize: CHUNK,
    writeBytes: 65_536,
  }))
  for (const subject of SUBJECTS) rows.push(...(await benchSubject(subject, engine, simulator)))
  return rows
}

async function benchSubject(subject: Subject, engine: Engine, simulator: Simulator): Promise<readonly BenchRow[]> {
  const { provider, model, bareSdk } = subject
  const bare: number[] = []
  const whole: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await timed(() => bareSdk(simulator.baseUrls[provider])))
    whole.push(await timed(() => runTurn(engine, model)))
  }
  const perSecond = (ms: number) => (DELTAS * 1000) / ms
  const bareRate = perSecond(median(bare))
  const engineRate = perSecond(median(whole))
  return [
    { what: `${provider}: bare SDK`, value: bareRate, unit: 'deltas/s' },
    {
      what: `${provider}: recorded and published`,
      value: engineRate,
      unit: 'deltas/s',
      ratio: engineRate / bareRate,
      comparedWith: 'bare SDK',
    },
  ]
}

/** One turn of a new agent, with a subscriber who takes everything. */
async function runTurn(engine: Engine, model: string): Promise<void> {
  const agent = await engine.agents.create({ model })
  if (!agent.ok) throw new Error(agent.error.message)
  const stop = new AbortController()
  const feed = engine.agents.subscribe({ agentId: agent.value.id }, stop.signal)[Symbol.asyncIterator]()
  await feed.next()
  const submitted = await engine.agents.submit({ agentId: agent.value.id, text: 'go' })
  if (!submitted.ok) throw new Error(submitted.error.message)
  for (let next = await feed.next(); next.done !== true; next = await feed.next()) {
    for (const item of next.value) {
      if (item.type !== 'live' || item.event.type !== 'turn_ended') continue
      if (item.event.outcome !== 'completed') throw new Error(`The turn ${item.event.outcome}`)
      stop.abort()
    }
  }
}

async function readAnthropic(baseURL: string): Promise<number> {
  const client = new Anthropic({ apiKey: 'bench', baseURL, maxRetries: 0 })
  const stream = await client.messages.create({
    model: 'claude-haiku-4-5',
    max_tokens: 4096,
    stream: true,
    messages: [{ role: 'user', content: 'go' }],
  })
  let events = 0
  for await (const event of stream) if (event.type === 'content_block_delta') events += 1
  return events
}

async function readOpenai(baseURL: string): Promise<number> {
  const client = new OpenAI({ apiKey: 'bench', baseURL, maxRetries: 0 })
  const stream = await client.responses.create({ model: 'gpt-5-mini', input: 'go', stream: true, store: false })
  let events = 0
  for await (const event of stream) if (event.type === 'response.output_text.delta') events += 1
  return events
}

async function readChat(baseURL: string): Promise<number> {
  const client = new OpenAI({ apiKey: 'bench', baseURL, maxRetries: 0 })
  const messages = [{ role: 'user', content: 'go' }] as const
  const stream = await client.chat.completions.create({
    model: 'mistral-medium-latest',
    messages: [...messages],
    stream: true,
  })
  let events = 0
  for await (const chunk of stream) events += chunk.choices.length
  return events
}

async function readGoogle(baseUrl: string): Promise<number> {
  const client = new GoogleGenAI({ apiKey: 'bench', httpOptions: { baseUrl } })
  const stream = await client.models.generateContentStream({
    model: 'gemini-2.5-flash',
    contents: 'go',
    config: { automaticContinuation: false, automaticFunctionCalling: { disable: true } },
  })
  let events = 0
  for await (const chunk of stream) events += chunk.candidates?.length ?? 0
  return events
}
