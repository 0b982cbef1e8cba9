import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { recordedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Answer } from '../support/provider-simulator/answer.ts'
import { allRecordings } from '../support/provider-simulator/recordings.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { jsonLines, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

const MODELS = {
  anthropic: 'claude-haiku-4-5',
  responses: 'gpt-5-mini',
  gemini: 'gemini-2.5-flash',
} as const

/** Vendors who speak Chat Completions to us. What others sent comes from a local server. */
const CHAT_MODELS: Readonly<Record<string, string>> = {
  mistral: 'mistral-small-latest',
  moonshot: 'kimi-k3',
  openrouter: 'openrouter/openai/o3',
}

/** Streams only: a unary body is no answer to a streaming request. One error asks for a wait of 46 s: see retries. */
const RECORDINGS = allRecordings().filter(
  ({ file, format }) => format !== 'json' && file !== 'gemini/error-429-retry-info.error.json',
)

const CHAT = RECORDINGS.flatMap(({ file, wire }) => {
  return wire === 'chat' ? [{ file, model: CHAT_MODELS[file.split('/')[0] ?? ''] ?? 'local/qwen3:8b' }] : []
})

/**
 * A process per recording; Chat Completions' are one conversation per vendor, for it takes seconds to start a process.
 */
const RUNS = [
  ...RECORDINGS.flatMap(({ file, wire }) =>
    wire === 'chat' ? [] : [{ run: file, model: MODELS[wire], files: [file] }],
  ),
  ...[...new Set(CHAT.map(({ model }) => model))].map((model) => {
    return { run: `chat of ${model}`, model, files: CHAT.filter((row) => row.model === model).map(({ file }) => file) }
  }),
]

/** They report no usage, which is unknown then and not zero. */
const WITHOUT_USAGE = new Set(['gemini/unknown-finish-enum.sse', 'gemini/utf8.sse'])

/** What the two kinds of ends look like on the command line. */
const DONE = {
  type: 'done',
  finishReason: expect.stringMatching(/^(STOP|LENGTH|TOOL_USE|CONTENT_FILTER|ERROR|UNKNOWN)$/),
  model: expect.any(String),
  usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number), totalTokens: expect.any(Number) },
}
const FAILED = { type: 'error', error: { category: expect.any(String), message: expect.any(String) } }

describe('ikigai run --json, on every recorded stream', () => {
  let simulator: Simulator
  let workspace: Workspace
  let database: Storage

  beforeAll(async () => {
    simulator = await startSimulator({ strict: false, answerWith: recordedOrDone })
    workspace = await makeWorkspace(simulator.environment())
    database = await keepDatabaseUp(workspace)
  })

  afterAll(() => closeAll(database, workspace, simulator))

  // A process mostly waits: for its start, for the database, for a pause before a retry.
  it.concurrent.each(RUNS)('$run', async ({ model, files }) => {
    const { code, stdout } = await runIkigai(['run', '--model', model, '--json', ...files], workspace.environment)
    const turns = turnsIn(jsonLines(stdout))
    expect(turns).toHaveLength(files.length)
    for (const turn of turns) expectWholeTurn(turn)
    expect(code).toBe(turns.some((turn) => endsOf(turn).some(isNoWholeAnswer)) ? 1 : 0)
  })
})

type Printed = ReturnType<typeof jsonLines>

/** The printed events, a turn at a time. */
function turnsIn(events: Printed): readonly Printed[] {
  const ends = events.flatMap(({ type }, at) => (type === 'turn_ended' ? [at + 1] : []))
  return ends.map((end, turn) => events.slice(ends[turn - 1] ?? 0, end))
}

function endsOf(turn: Printed): Printed {
  return turn.filter(({ type }) => type === 'done' || type === 'error')
}

/** An error: of a request, or of a turn whose answer was cut, withheld or has an unknown end. */
function isNoWholeAnswer(end: Printed[number]): boolean {
  return end['type'] === 'error'
}

/** One end for each request, and what streamed is what was kept. */
function expectWholeTurn(turn: Printed): void {
  // An answer that is not whole ends its turn with an error too.
  const ends = endsOf(turn).filter((end, at, all) => end['type'] === 'done' || all[at - 1]?.['type'] !== 'done')
  expect(ends).toHaveLength(turn.some(({ kind }) => kind === 'tool_result') ? 2 : 1)
  const isWithoutUsage = turn.some(({ content }) => WITHOUT_USAGE.has(String(content)))
  const done = isWithoutUsage ? { ...DONE, usage: null } : DONE
  expect(ends[0]).toMatchObject(ends[0]?.['type'] === 'done' ? done : FAILED)
  const kept = turn.filter(({ kind }) => kind === 'assistant' || kind === 'interrupted')
  expect(streamedText(turn)).toBe(kept.map(({ content }) => String(content)).join(''))
}

/** The text that a program has after the last event, which applies `block_retyped` as it comes. */
function streamedText(turn: Printed): string {
  const blocks: { readonly index: unknown; type: string; text: string }[] = []
  for (const { type, blockIndex, blockType, text } of turn) {
    const last = blocks.at(-1)
    if (type === 'start') blocks.push({ index: -1, type: 'start', text: '' })
    else if (type === 'block_retyped') {
      const block = blocks.findLast(({ index }) => index === blockIndex)
      if (block !== undefined) block.type = `${String(blockType)}_delta`
    } else if (type === 'text_delta' || type === 'thinking_delta') {
      if (last?.index === blockIndex && last?.type === type) last.text += String(text)
      else blocks.push({ index: blockIndex, type: String(type), text: String(text) })
    }
  }
  return blocks.flatMap((block) => (block.type === 'text_delta' ? [block.text] : [])).join('')
}

/**
 * The recording that the last prompt names. The tools in it are none of ours: a call of one is answered with an error,
 * and asked about once more.
 */
function recordedOrDone({ body }: SimulatorRequest): Answer {
  const text = JSON.stringify(body)
  const places = RECORDINGS.map(({ file }) => ({ file, at: text.lastIndexOf(JSON.stringify(file)) }))
  const { file, at } = places.reduce((last, place) => (place.at > last.at ? place : last), { file: '', at: -1 })
  const isAnswered = /"(tool_result|(?:function|custom_tool)_call_output|functionResponse|tool_call_id)"/.test(
    text.slice(at),
  )
  return file === '' || isAnswered ? textAnswer('Then without.') : recordedAnswer(file)
}
