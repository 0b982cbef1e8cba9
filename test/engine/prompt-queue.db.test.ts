import { fork } from 'node:child_process'
import { once } from 'node:events'

import { beforeEach, describe, expect, it } from 'vitest'

import type { Engine } from '../../src/main/core/engine.ts'
import { agentsOf, Pane, refusalOf, seen, valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { failedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const HELD = {
  type: 'script',
  blocks: [{ type: 'text', text: 'First half, ' }, { type: 'hold' }, { type: 'text', text: 'second half.' }],
} as const

/** An engine that stays, as one with a window or a browser host does; no window is open in any of these tests. */
const STAYS = { attended: true } as const

const shared = engineForTests({}, STAYS)

beforeEach(() => shared.simulator.answerWith(() => textAnswer('ok')))

const openPane = () => Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
const textsOf = ({ view }: Pane) => view.queue.map(({ text }) => text)
const answered = (pane: Pane) => pane.view.events.filter(({ kind }) => kind === 'assistant').length
const idOf = (pane: Pane, text: string) => pane.view.queue.find((prompt) => prompt.text === text)?.id ?? ''
const statusOf = async (engine: Engine, agentId: string) => (await agentsOf(engine)).find(({ id }) => id === agentId)

async function queue(pane: Pane, text: string, asText = false): Promise<void> {
  const result = valueOf(
    await shared.real.engine.agents.submit({ agentId: pane.agentId, text, ifBusy: 'queue', asText }),
  )
  expect(result).toEqual({ answers: [], children: [], startedChildren: [], turnStarted: false, queued: true })
}

/** A new agent whose turn stands still until it is released. */
async function held(): Promise<{ readonly pane: Pane; release(): void }> {
  const pane = await openPane()
  shared.simulator.enqueue('anthropic', HELD)
  valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'First', ifBusy: 'queue' }))
  const stream = await shared.simulator.streamHeld()
  await pane.until(({ view }) => view.turn?.blocks.length === 1)
  return { pane, release: () => stream.release() }
}

async function stop({ agentId }: Pane): Promise<void> {
  valueOf(await shared.real.engine.agents.cancel({ agentId }))
}

describe('the prompt queue', () => {
  it('takes prompts while a turn runs, shows them, and sends one a turn, in order', async () => {
    const { pane, release } = await held()
    await queue(pane, 'Second')
    await queue(pane, 'Third')
    await pane.until((now) => textsOf(now).length === 2)
    const late = await Pane.open(shared.real.engine, pane.agentId)
    expect([textsOf(late), (await statusOf(shared.real.engine, pane.agentId))?.queuedPrompts]).toEqual([
      ['Second', 'Third'],
      2,
    ])
    release()
    await pane.until((now) => answered(now) === 3)
    expect(pane.lines()).toEqual([
      'user: First',
      'assistant: First half, second half.',
      'user: Second',
      'assistant: ok',
      'user: Third',
      'assistant: ok',
    ])
    expect([textsOf(pane), (await statusOf(shared.real.engine, pane.agentId))?.queuedPrompts]).toEqual([[], 0])
  })

  it('refuses as before where nobody asks for a queue, and starts at once where nothing runs', async () => {
    const { pane, release } = await held()
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Second' }))).toMatch(
      /^Cannot send while response/,
    )
    release()
    await pane.until(({ view }) => view.turn === null && view.events.at(-1)?.kind === 'assistant')
    const result = valueOf(
      await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Second', ifBusy: 'queue' }),
    )
    expect([result.queued, result.turnStarted]).toEqual([undefined, true])
    await pane.until((now) => answered(now) === 2)
  })

  it('runs a command at once, and a script line by line before the next prompt', async () => {
    const { pane, release } = await held()
    const mark = valueOf(
      await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/mark NOW', ifBusy: 'queue' }),
    )
    expect(mark.answers).toHaveLength(1)
    await queue(pane, '/mark SCRIPT\nOne\n/mark END\nTwo')
    await queue(pane, 'Last')
    release()
    await pane.until((now) => answered(now) === 4)
    expect(pane.lines().filter((line) => !line.startsWith('command') && !line.startsWith('assistant'))).toEqual([
      'user: First',
      'mark: ',
      'mark: ',
      'user: One',
      'mark: ',
      'user: Two',
      'user: Last',
    ])
    expect(textsOf(pane)).toEqual([])
  })

  it('keeps that a text was pasted', async () => {
    const { pane, release } = await held()
    await queue(pane, '/kill\nand the rest', true)
    release()
    await pane.until((now) => answered(now) === 2)
    expect(pane.lines()).toContain('user: /kill\nand the rest')
  })

  it('sends nothing by itself after a stop, until a prompt was answered again', async () => {
    const { pane } = await held()
    await queue(pane, 'Second')
    await queue(pane, 'Third')
    await stop(pane)
    await pane.until(({ view }) => view.turn === null)
    expect((await statusOf(shared.real.engine, pane.agentId))?.activity).toEqual({ type: 'idle', stopped: true })
    await shared.real.reopen()
    const again = await Pane.open(shared.real.engine, pane.agentId)
    expect([textsOf(again), answered(again)]).toEqual([['Second', 'Third'], 0])
    valueOf(await shared.real.engine.queue.send({ agentId: again.agentId, promptId: idOf(again, 'Third') }))
    await again.until((now) => answered(now) === 2)
    expect(again.lines().filter((line) => line.startsWith('user'))).toEqual([
      'user: First',
      'user: Third',
      'user: Second',
    ])
  })

  it('sends nothing by itself after a failure', async () => {
    const { pane } = await held()
    await queue(pane, 'Second')
    await stop(pane)
    shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'auth' }))
    valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Fails' }))
    await pane.until(({ view }) => view.turn === null && view.events.at(-1)?.kind === 'error')
    expect(textsOf(pane)).toEqual(['Second'])
  })

  it('is edited, ordered and thinned out; what is gone is refused with words', async () => {
    const { pane, release } = await held()
    for (const text of ['a', 'b', 'c']) await queue(pane, text)
    await pane.until((now) => textsOf(now).length === 3)
    const [a, b, c] = ['a', 'b', 'c'].map((text) => idOf(pane, text))
    if (a === undefined || b === undefined || c === undefined) throw new Error('Not queued')
    valueOf(await shared.real.engine.queue.change({ agentId: pane.agentId, promptId: b, text: 'B', asText: false }))
    valueOf(await shared.real.engine.queue.reorder({ agentId: pane.agentId, promptIds: [c, a] }))
    valueOf(await shared.real.engine.queue.remove({ agentId: pane.agentId, promptId: a }))
    await pane.until((now) => textsOf(now).join() === 'c,B')
    expect(refusalOf(await shared.real.engine.queue.remove({ agentId: pane.agentId, promptId: a }))).toMatch(
      /not in the queue any more/,
    )
    expect(refusalOf(await shared.real.engine.queue.send({ agentId: pane.agentId, promptId: b }))).toMatch(
      /^A turn of this agent is running/,
    )
    expect(
      refusalOf(
        await shared.real.engine.queue.change({ agentId: pane.agentId, promptId: b, text: ' ', asText: false }),
      ),
    ).toMatch(/empty/)
    release()
    await pane.until((now) => answered(now) === 3)
    expect(pane.lines().filter((line) => line.startsWith('user'))).toEqual(['user: First', 'user: c', 'user: B'])
  })

  it('is edited and thinned out while a turn ends: each prompt is sent once as it is then, or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const { pane, release } = await held()
      await queue(pane, 'edited')
      await queue(pane, 'removed')
      await pane.until((now) => textsOf(now).length === 2)
      const [first, second] = [idOf(pane, 'edited'), idOf(pane, 'removed')]
      release()
      const [edit, removal] = await Promise.all([
        shared.real.engine.queue.change({
          agentId: pane.agentId,
          promptId: first,
          text: 'in other words',
          asText: false,
        }),
        shared.real.engine.queue.remove({ agentId: pane.agentId, promptId: second }),
      ])
      const expected = [
        'user: First',
        edit.ok ? 'user: in other words' : 'user: edited',
        ...(removal.ok ? [] : ['user: removed']),
      ]
      await pane.until((now) => answered(now) === expected.length && now.view.turn === null)
      expect(pane.lines().filter((line) => line.startsWith('user'))).toEqual(expected)
      pane.close()
    }
  })

  it('keeps the prompts of a killed agent unsent, and takes no more', async () => {
    const { pane } = await held()
    await queue(pane, 'Never')
    valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/kill' }))
    await pane.until(({ view }) => view.turn === null)
    expect(textsOf(pane)).toEqual(['Never'])
    expect(
      refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'x', ifBusy: 'queue' })),
    ).toMatch(/killed/)
    expect(
      refusalOf(await shared.real.engine.queue.send({ agentId: pane.agentId, promptId: idOf(pane, 'Never') })),
    ).toMatch(/killed/)
    await shared.real.reopen()
    expect((await statusOf(shared.real.engine, pane.agentId))?.queuedPrompts).toBe(1)
  })

  it('holds a hundred prompts, no more', async () => {
    const { pane, release } = await held()
    for (let number = 0; number < 100; number++) await queue(pane, String(number))
    expect(
      refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'x', ifBusy: 'queue' })),
    ).toMatch(/^100 prompts are queued/)
    await stop(pane)
    release()
  })

  it('is sent at the next start where the newest turn was answered', async () => {
    const { pane } = await held()
    await queue(pane, 'Second')
    await stop(pane)
    valueOf(await shared.real.engine.queue.remove({ agentId: pane.agentId, promptId: idOf(pane, 'Second') }))
    await pane.type('Answered')
    // As if the engine had been killed between the answer and the next prompt.
    const prompt = { id: crypto.randomUUID(), text: 'Left behind', asText: false }
    valueOf(await shared.real.storage.promptQueue.add(pane.agentId, prompt))
    await shared.real.reopen()
    const again = await Pane.open(shared.real.engine, pane.agentId)
    await again.until((now) => now.last('user')?.content === 'Left behind' && answered(now) === 2)
    expect(textsOf(again)).toEqual([])
  })
})

describe('the prompt queue of two engines', () => {
  it('is sent once, by the engine that ran the turn', async () => {
    const other = await openRealEngine(shared.simulator.environment(), {
      ...STAYS,
      databaseUrl: shared.real.databaseUrl,
    })
    for (let round = 0; round < 3; round++) {
      const { pane, release } = await held()
      await seen(other.engine, ({ id }) => id === pane.agentId)
      const theirs = await Pane.open(other.engine, pane.agentId)
      const there = valueOf(
        await other.engine.agents.submit({ agentId: pane.agentId, text: 'From there', ifBusy: 'queue' }),
      )
      expect(there.queued).toBe(true)
      await queue(pane, 'From here')
      await theirs.until((now) => textsOf(now).length === 2)
      await pane.until((now) => textsOf(now).length === 2)
      release()
      for (const each of [pane, theirs]) await each.until((now) => answered(now) === 3)
      expect(pane.lines().filter((line) => line.startsWith('user'))).toEqual([
        'user: First',
        'user: From there',
        'user: From here',
      ])
      // The events of another engine may arrive apart from each other.
      await theirs.until((now) => now.lines().join('\n') === pane.lines().join('\n'))
      await theirs.until((now) => textsOf(now).length === 0)
      pane.close()
      theirs.close()
    }
    await other.close()
  })

  it('is sent by the one that stays, when the other one ran the turn and does not', async () => {
    const other = await openRealEngine(shared.simulator.environment(), { databaseUrl: shared.real.databaseUrl })
    const pane = await Pane.create(other.engine, 'claude-haiku-4-5/none')
    shared.simulator.enqueue('anthropic', HELD)
    valueOf(await other.engine.agents.submit({ agentId: pane.agentId, text: 'First' }))
    const stream = await shared.simulator.streamHeld()
    await seen(shared.real.engine, ({ id }) => id === pane.agentId)
    const here = await Pane.open(shared.real.engine, pane.agentId)
    await here.until(({ view }) => view.events.some(({ content }) => content === 'First'))
    await queue(here, 'Second')
    stream.release()
    await here.until((now) => answered(now) === 2)
    expect(here.lines().filter((line) => line.startsWith('user'))).toEqual(['user: First', 'user: Second'])
    await other.close()
  })
})

describe('a queued prompt', () => {
  const CHILD = new URL('../support/queue-child.ts', import.meta.url)

  it('is there when the process is killed right after the answer, and waits for a user', async () => {
    const { id } = valueOf(await shared.real.engine.agents.create({ model: 'claude-haiku-4-5/none' }))
    shared.simulator.enqueue('anthropic', HELD)
    const child = fork(CHILD, [shared.real.databaseUrl, id], { env: shared.simulator.environment() })
    const [message]: unknown[] = await once(child, 'message')
    child.kill('SIGKILL')
    expect(message).toBe('queued')
    await once(child, 'exit')
    await shared.real.reopen()
    const pane = await Pane.open(shared.real.engine, id)
    // The server may still have the connection of the killed process when the engine starts.
    await pane.until((now) => now.last('interrupted') !== undefined)
    // How much of the answer was on the disk is no matter of the queue.
    const kinds = pane.view.events.map(({ kind }) => kind).filter((kind) => kind !== 'system')
    expect([textsOf(pane), kinds]).toEqual([['Second'], ['user', 'interrupted']])
    valueOf(await shared.real.engine.queue.send({ agentId: id, promptId: idOf(pane, 'Second') }))
    await pane.until((now) => answered(now) === 1)
    expect([textsOf(pane), pane.last('user')?.content]).toEqual([[], 'Second'])
  })
})
