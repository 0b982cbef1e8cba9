import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Storage } from '../../src/main/core/ports.ts'
import { recordedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import { allRecordings } from '../support/provider-simulator/recordings.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { jsonLines, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

const MODELS = {
  anthropic: 'claude-haiku-4-5',
  responses: 'gpt-5-mini',
  gemini: 'gemini-2.5-flash',
} as const

/** Streams only: a unary body is no answer to a streaming request. One error asks for a wait of 46 s: see retries. */
const RECORDINGS = allRecordings().flatMap((recording) => {
  const model = recording.wire === 'chat' ? undefined : MODELS[recording.wire]
  const isSlow = recording.file === 'gemini/error-429-retry-info.error.json'
  return model === undefined || recording.format === 'json' || isSlow ? [] : [{ file: recording.file, model }]
})

/** What the two kinds of ends look like on the command line. */
const DONE = {
  code: 0,
  end: {
    type: 'done',
    finishReason: expect.stringMatching(/^(STOP|LENGTH|TOOL_USE|CONTENT_FILTER|ERROR|UNKNOWN)$/),
    model: expect.any(String),
    usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number), totalTokens: expect.any(Number) },
  },
}
const FAILED = { code: 1, end: { type: 'error', error: { category: expect.any(String), message: expect.any(String) } } }

describe('ikigai run --json, on every recorded stream', () => {
  let simulator: Simulator
  let workspace: Workspace
  let database: Storage

  beforeAll(async () => {
    simulator = await startSimulator({ strict: false })
    workspace = await makeWorkspace(simulator.environment())
    database = await keepDatabaseUp(workspace)
  })

  afterAll(async () => {
    await database.close()
    await workspace.remove()
    await simulator.close()
  })

  it.each(RECORDINGS)('$file', async ({ file, model }) => {
    // The tools that were recorded are none of ours: a call of one is answered with an error, and asked about once more.
    simulator.answerWith(({ body }) => (hasToolResult(body) ? textAnswer('Then without.') : recordedAnswer(file)))
    const { code, stdout, stderr } = await runIkigai(
      ['run', '--model', model, '--json', 'hello'],
      workspace.environment,
    )
    const events = jsonLines(stdout)
    const ends = events.filter(({ type }) => type === 'done' || type === 'error')
    const requests = events.some(({ kind }) => kind === 'tool_result') ? 2 : 1
    expect({ ends: ends.length, stderr }).toEqual({ ends: requests, stderr: expect.any(String) })
    expect({ code, end: ends[0] }).toMatchObject(ends[0]?.['type'] === 'done' ? DONE : FAILED)
    const streamed = events.flatMap((event) => (event['type'] === 'text_delta' ? [String(event['text'])] : [])).join('')
    const kept = events.flatMap((event) =>
      event['kind'] === 'assistant' || event['kind'] === 'interrupted' ? [String(event['content'])] : [],
    )
    expect(kept.join('')).toBe(streamed)
  })
})

/** In any of the wire formats. */
function hasToolResult(body: unknown): boolean {
  return /"(tool_result|function_call_output|functionResponse)"/.test(JSON.stringify(body))
}
