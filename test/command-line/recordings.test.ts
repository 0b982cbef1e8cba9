import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { recordedAnswer } from '../support/provider-simulator/answer.ts'
import { allRecordings } from '../support/provider-simulator/recordings.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { jsonLines, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

const MODELS = {
  anthropic: 'claude-haiku-4-5',
  responses: 'gpt-5-mini',
  gemini: 'gemini-2.5-flash',
} as const

/** Streams only: a unary body is no answer to a streaming request. */
const RECORDINGS = allRecordings().flatMap((recording) => {
  const model = recording.wire === 'chat' ? undefined : MODELS[recording.wire]
  return model === undefined || recording.format === 'json' ? [] : [{ file: recording.file, model }]
})

describe('ikigai run --json, on every recorded stream', () => {
  let simulator: Simulator
  let workspace: Workspace

  beforeAll(async () => {
    simulator = await startSimulator({ strict: false })
    workspace = await makeWorkspace(simulator.environment())
  })

  afterAll(async () => {
    await workspace.remove()
    await simulator.close()
  })

  it.each(RECORDINGS)('$file', async ({ file, model }) => {
    simulator.answerWith(() => recordedAnswer(file))
    const { code, stdout, stderr } = await runIkigai(
      ['run', '--model', model, '--json', 'hello'],
      workspace.environment,
    )
    const events = jsonLines(stdout)
    const ends = events.filter(({ type }) => type === 'done' || type === 'error')
    expect({ file, ends: ends.length, stderr }).toEqual({ file, ends: 1, stderr: expect.any(String) })
    const [end] = ends
    expect(code).toBe(end?.['type'] === 'done' ? 0 : 1)
    expectEnd(end)
    const streamed = events.flatMap((event) => (event['type'] === 'text_delta' ? [String(event['text'])] : [])).join('')
    const kept = events.flatMap((event) =>
      event['kind'] === 'assistant' || event['kind'] === 'interrupted' ? [String(event['content'])] : [],
    )
    expect(kept.join('')).toBe(streamed)
  })
})

function expectEnd(end: Record<string, unknown> | undefined): void {
  if (end?.['type'] === 'done') {
    expect(end).toMatchObject({
      finishReason: expect.stringMatching(/^(STOP|LENGTH|TOOL_USE|CONTENT_FILTER|ERROR|UNKNOWN)$/),
      model: expect.any(String),
      usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number), totalTokens: expect.any(Number) },
    })
  } else {
    expect(end).toMatchObject({ error: { category: expect.any(String), message: expect.any(String) } })
  }
}
