import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { PROVIDER_NAMES, type ApiProviderName } from '../../src/shared/providers.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { samplePdf, samplePng } from '../support/sample-files.ts'
import { showTool } from '../support/show-tool.ts'
import { uploadFile } from '../support/upload-file.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const MODELS: Readonly<Record<ApiProviderName, string>> = {
  anthropic: 'claude-opus-4-6',
  openai: 'gpt-5.5',
  google: 'gemini-3.8-flash',
  xai: 'grok-4.7',
  meta: 'muse-spark-1.3',
  mistral: 'mistral-large-latest',
  moonshot: 'kimi-k2.6',
  openrouter: 'openrouter/anthropic/claude-opus-4.6',
  local: 'local/gemma3:12b',
}
/** Models that take fewer files than the others of their provider. */
const FURTHER = ['gemini-2.5-flash', 'codestral-latest', 'local/qwen3:8b', 'openrouter/deepseek/deepseek-v4-pro']

const CAT = samplePng(64, 48)
const CHART = samplePng(128, 32)
const PLAN = samplePdf(['The plan is simple'])

let simulator: Simulator
let real: RealEngine

beforeAll(async () => {
  simulator = await startSimulator()
  const tool = showTool([
    { name: '/tmp/chart.png', bytes: CHART },
    { name: 'plan.pdf', bytes: PLAN },
  ])
  real = await openRealEngine(simulator.environment(), { tools: [tool], allowed: ['show'] })
})
afterAll(() => closeAll(real, simulator))

/** A conversation with a picture, a PDF, a text file and a tool's result with a picture. */
async function begun(provider: ApiProviderName): Promise<Pane> {
  const pane = await Pane.create(real.engine, MODELS[provider])
  const attachments = [
    await uploadFile(real.engine, 'cat.png', CAT),
    await uploadFile(real.engine, 'plan.pdf', PLAN),
    await uploadFile(real.engine, 'notes.txt', Buffer.from('Buy milk')),
  ]
  simulator.enqueue(provider, {
    type: 'script',
    blocks: [{ type: 'tool_call', name: 'show', arguments: {} }],
  })
  simulator.enqueue(provider, textAnswer('Seen.'))
  const ended = pane.until(({ view }) => view.turn === null && view.events.some(({ kind }) => kind === 'assistant'))
  valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Look at these', attachments }))
  await ended
  return pane
}

const sentSince = (index: number) => simulator.requests.slice(index)

describe.each(PROVIDER_NAMES)('a picture, a PDF and a tool result with a picture, begun with %s', (first) => {
  it('go through all nine providers without a refusal or a loss, and back with the same bytes', async () => {
    const pane = await begun(first)
    const start = simulator.requests.length
    for (const model of [...Object.values(MODELS), ...FURTHER, MODELS[first]]) {
      await pane.type(`/model ${model}`)
      await pane.type('And now?')
    }
    const requests = sentSince(start)
    expect(requests.map(({ rejectedBy }) => rejectedBy).filter((rule) => rule !== undefined)).toEqual([])
    expect(requests).toHaveLength(Object.values(MODELS).length + FURTHER.length + 1)
    for (const { bodyText, model } of requests) {
      for (const words of ['cat.png', 'Buy milk', 'And now?']) {
        expect([model, bodyText.includes(words)]).toEqual([model, true])
      }
      const hasPdf = bodyText.includes(PLAN.toString('base64')) || bodyText.includes('The plan is simple')
      expect([model, hasPdf]).toEqual([model, true])
      const takesPictures = !/codestral|qwen3|deepseek/.test(model)
      expect([model, bodyText.includes(CAT.toString('base64')), bodyText.includes(CHART.toString('base64'))]).toEqual([
        model,
        takesPictures,
        takesPictures,
      ])
      expect([model, bodyText.includes('takes no pictures]')]).toEqual([model, !takesPictures])
    }
    // Back at the first model, the request begins with what it was sent in its own place of the round.
    const own = requests.filter(({ model }) => model === requests.at(-1)?.model)
    const [before, after] = [own[0], own.at(-1)].map((request) => messagesOf(request?.body ?? {}))
    expect(before?.length).toBeGreaterThan(3)
    expect(bytesOf(after?.slice(0, (before?.length ?? 0) - 1))).toBe(bytesOf(before?.slice(0, -1)))
    pane.close()
  })
})

/** The marks of cache entries move on with each request. */
function bytesOf(messages: readonly unknown[] | undefined): string {
  return JSON.stringify(messages, (key, value: unknown) => (key === 'cache_control' ? undefined : value))
}

function messagesOf(body: Readonly<Record<string, unknown>>): readonly unknown[] {
  const messages = body['messages'] ?? body['input'] ?? body['contents']
  return Array.isArray(messages) ? messages : []
}
