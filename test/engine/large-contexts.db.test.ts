import { readFile } from 'node:fs/promises'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { type Answer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

/** Prints as many numbered lines as it is asked for. */
const COUNT: Tool = {
  definition: {
    name: 'count',
    description: 'Prints numbered lines.',
    parameters: { type: 'object', properties: { lines: { type: 'number' } }, required: ['lines'] },
  },
  prepare: (args) =>
    Promise.resolve({
      ok: true,
      call: {
        subject: '',
        access: 'read',
        paths: [],
        isInFolder: true,
        run: async () => ({ content: numbered(Number(args['lines'])), isError: false }),
      },
    }),
}

function numbered(lines: number): string {
  return Array.from({ length: lines }, (_, index) => `line number ${index + 1}`).join('\n')
}

const call = (lines: number): Answer => ({
  type: 'script',
  blocks: [{ type: 'tool_call', name: 'count', arguments: { lines } }],
})

/** A window of 8,192 tokens. */
const SMALL = 'gpt-4/none'
const LARGE = 'claude-haiku-4-5/none'
/** About 3,000 tokens. */
const LONG_TEXT = 'A sentence of a long text. '.repeat(450)

describe('a context with large parts', () => {
  let simulator: Simulator
  let real: RealEngine
  let answers: Answer[] = []

  beforeAll(async () => {
    simulator = await startSimulator({ answerWith: () => answers.shift() ?? textAnswer('Fine.') })
    real = await openRealEngine(simulator.environment(), { tools: [COUNT], allowed: ['count'] })
  })
  afterAll(() => closeAll(real, simulator))
  beforeEach(() => {
    answers = []
  })

  const lastBody = () => JSON.stringify(simulator.requests.at(-1)?.body)
  const errorOf = (pane: Pane) => pane.last('error')?.content ?? null

  /** An agent whose last turn failed, because its context is several times the window of its model. */
  async function tooLong(): Promise<Pane> {
    const pane = await Pane.create(real.engine, LARGE)
    await pane.type('First of all, remember the word “heron”')
    await pane.type('/mark start')
    for (let part = 0; part < 6; part++) await pane.type(`Part ${part}. ${LONG_TEXT}`)
    await pane.type(`/model ${SMALL}`)
    const sent = simulator.requests.length
    await pane.type('What was it about?')
    expect(simulator.requests.length).toBe(sent)
    expect(errorOf(pane)).toMatch(/^Not sent: the request has about [\d,]+ tokens, and the window of gpt-4 has 8,192/)
    return pane
  }

  it('sends the beginning and the end of a large result, and keeps the whole by name', async () => {
    answers = [call(20_000)]
    const pane = await Pane.create(real.engine, LARGE)
    await pane.type('Count')
    expect(errorOf(pane)).toBeNull()
    expect(pane.last('tool_result')?.content).toBe(numbered(20_000))
    expect(lastBody().length).toBeLessThan(100_000)
    const [, path = ''] = /The whole is in ([^:]+):/.exec(lastBody()) ?? []
    expect(await readFile(path, 'utf8')).toBe(numbered(20_000))
  })

  it('sends the same bytes again as the conversation grows, and in a fork', async () => {
    answers = [call(20_000)]
    const pane = await Pane.create(real.engine, 'gpt-5-mini/low')
    await pane.type('Count')
    const first = simulator.requests.at(-1)?.body['input']
    await pane.type('Go on')
    const child = await pane.fork()
    await child.type('And further')
    const beginning = JSON.stringify(first).slice(0, -1)
    expect(simulator.requests.slice(-2).map(({ body }) => JSON.stringify(body['input']).startsWith(beginning))).toEqual(
      [true, true],
    )
  })

  it('sends less of an old result to a model with a smaller window', async () => {
    answers = [call(2_000)]
    const pane = await Pane.create(real.engine, LARGE)
    await pane.type('Count')
    const before = lastBody().length
    await pane.type(`/model ${SMALL}`)
    await pane.type('Go on')
    expect(errorOf(pane)).toBeNull()
    expect(before).toBeGreaterThan(30_000)
    expect(lastBody().length).toBeLessThan(12_000)
  })

  it('is compressed in parts when it is several times the window, and then goes on', async () => {
    const pane = await tooLong()
    const from = simulator.requests.length
    answers = Array.from({ length: 20 }, (_, index) => textAnswer(`Summary ${index}.`))
    await pane.type('/compress')
    const parts = simulator.requests.slice(from).map(({ body }) => JSON.stringify(body))
    expect(parts.length).toBeGreaterThan(3)
    expect(parts[0]).toContain('heron')
    expect(parts.slice(1).every((body, index) => body.includes(`Summary ${index}.`))).toBe(true)
    expect(pane.last('summary')?.content).toBe(`Summary ${parts.length - 1}.`)
    answers = []
    await pane.type('What was it about?')
    expect(pane.last('assistant')?.content).toBe('Fine.')
  })

  it.each<[string, (pane: Pane) => Promise<Pane>]>([
    ['/clear', (pane) => pane.type('/clear').then(() => pane)],
    ['a model with a larger context', (pane) => pane.type(`/model ${LARGE}`).then(() => pane)],
    ['going back to a mark', (pane) => pane.type('/clear start').then(() => pane)],
    [
      'a fork from a mark',
      async (pane) => {
        const first = pane.view.events.find(({ kind }) => kind === 'assistant')
        return pane.fork({ atEventId: first?.id ?? 0 })
      },
    ],
  ])('goes on after each of the named remedies: %s', async (_, remedy) => {
    const pane = await remedy(await tooLong())
    await pane.type('And now?')
    expect(pane.view.events.at(-1)).toMatchObject({ kind: 'assistant', content: 'Fine.' })
  })

  it('is compressed where the provider alone knows that it is too long', async () => {
    const pane = await Pane.create(real.engine, LARGE)
    for (let part = 0; part < 3; part++) await pane.type(`Part ${part}. ${LONG_TEXT}`)
    const refused: Answer = { type: 'failure', failure: { kind: 'too_large' } }
    answers = [refused]
    await pane.type('Go on')
    expect(pane.last('error')?.data).toMatchObject({ category: 'CONTEXT_LENGTH' })
    answers = [refused, refused, textAnswer('A summary.'), textAnswer('A summary.'), textAnswer('The summary.')]
    await pane.type('/compress')
    expect(pane.last('summary')?.content).toMatch(/summary\./)
    answers = []
    await pane.type('Go on')
    expect(pane.last('assistant')?.content).toBe('Fine.')
  })

  it('compresses a single prompt that is larger than the window', async () => {
    const pane = await Pane.create(real.engine, SMALL)
    await pane.type(LONG_TEXT.repeat(4))
    expect(errorOf(pane)).toMatch(/the text “A sentence of a long text\./)
    answers = [textAnswer('A text of one sentence.')]
    await pane.type('/compress')
    expect(pane.last('summary')?.content).toBe('A text of one sentence.')
    await pane.type('What did it say?')
    expect(pane.last('assistant')?.content).toBe('Fine.')
  })

  it('names no remedy that does not help: a system prompt that fills the window', async () => {
    const pane = await Pane.create(real.engine, SMALL)
    const setSystem = (text: string) => real.engine.agents.setSystemPrompt({ agentId: pane.agentId, text })
    valueOf(await setSystem(LONG_TEXT.repeat(4)))
    await pane.type('Hello')
    expect(errorOf(pane)).toMatch(/A shorter conversation does not help: shorten the system prompt/)
    valueOf(await setSystem('Be brief.'))
    await pane.type('Hello')
    expect(pane.last('assistant')?.content).toBe('Fine.')
  })
})
