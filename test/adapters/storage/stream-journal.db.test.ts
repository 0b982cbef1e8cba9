import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openStorage } from '../../../src/main/adapters/storage/open-storage.ts'
import type { JournaledTurn, Storage } from '../../../src/main/core/ports/storage-ports.ts'
import type { ProviderEvent } from '../../../src/main/core/ports/provider-ports.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'
import { startEngine } from './support/engine-process.ts'
import {
  CHOICE,
  DATABASE_TIMEOUT_MS,
  open,
  recordAgent,
  storageOptions,
  userEvent,
  valueOf,
} from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()

const text = (words: string): ProviderEvent => ({ type: 'text_delta', blockIndex: 0, text: words })
const recovered = async (by: Storage, turnId: string): Promise<readonly JournaledTurn[]> =>
  valueOf(await by.journal.recover()).filter((turn) => turn.turnId === turnId)
const rowsOf = async (turnId: string): Promise<number> => {
  const [row] = await shared.client`select count(*)::int as rows from stream_journal where turn_id = ${turnId}`
  return Number(row?.['rows'])
}

/** Asks until it is so: what is waited for happens by itself, soon. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}

/** A turn that streamed and whose engine then went without settling it. */
async function deadTurn(words: readonly string[]): Promise<{ agentId: string; turnId: string }> {
  const dying = await open(shared.directory)
  const agentId = await recordAgent(dying)
  const turnId = randomUUID()
  valueOf(await dying.leases.acquire(agentId))
  dying.journal.begin(agentId, turnId, CHOICE)
  for (const word of words) dying.journal.append(turnId, text(word))
  await dying.close()
  return { agentId, turnId }
}

describe('the journal', () => {
  it('writes by itself what streams, all turns in one, and forgets it with the commit that settles them', async () => {
    const agentId = await recordAgent(shared.storage)
    const turns = [randomUUID(), randomUUID()]
    for (const turnId of turns) {
      shared.storage.journal.begin(agentId, turnId, CHOICE)
      shared.storage.journal.append(turnId, text('a'))
    }
    await until(async () => (await rowsOf(turns[0] ?? '')) === 2 && (await rowsOf(turns[1] ?? '')) === 2)
    for (const turnId of turns) shared.storage.journal.append(turnId, text('b'))
    valueOf(await shared.storage.store.commit({ settledTurns: turns, events: [userEvent(agentId, 'settled')] }))
    expect(await Promise.all(turns.map(rowsOf))).toEqual([0, 0])
  })

  it('never writes a turn again after it was settled, whatever was on its way', async () => {
    const agentId = await recordAgent(shared.storage)
    const turns = Array.from({ length: 40 }, () => randomUUID())
    for (const turnId of turns) {
      shared.storage.journal.begin(agentId, turnId, CHOICE)
      shared.storage.journal.append(turnId, text('a'))
      valueOf(await shared.storage.store.commit({ events: [userEvent(agentId, 'meanwhile')] }))
      shared.storage.journal.append(turnId, text('b'))
      valueOf(await shared.storage.store.commit({ settledTurns: [turnId] }))
      shared.storage.journal.append(turnId, text('too late'))
    }
    // One more flush of another turn proves that everything before it is written.
    const last = randomUUID()
    shared.storage.journal.begin(agentId, last, CHOICE)
    await until(async () => (await rowsOf(last)) === 1)
    expect(await Promise.all(turns.map(rowsOf))).toEqual(turns.map(() => 0))
  })

  it('goes on with a turn whose settling failed', async () => {
    const agentId = await recordAgent(shared.storage)
    const turnId = randomUUID()
    shared.storage.journal.begin(agentId, turnId, CHOICE)
    shared.storage.journal.append(turnId, text('a'))
    const failed = await shared.storage.store.commit({
      settledTurns: [turnId],
      events: [userEvent(randomUUID(), 'no such agent')],
    })
    expect(failed.ok).toBe(false)
    await until(async () => (await rowsOf(turnId)) === 2)
    valueOf(await shared.storage.store.commit({ settledTurns: [turnId] }))
  })

  it('forgets an earlier response of the turn when the next begins', async () => {
    const dying = await open(shared.directory)
    const agentId = await recordAgent(dying)
    const turnId = randomUUID()
    dying.journal.begin(agentId, turnId, CHOICE)
    dying.journal.append(turnId, text('first try'))
    await until(async () => (await rowsOf(turnId)) === 2)
    dying.journal.begin(agentId, turnId, { ...CHOICE, model: 'second' })
    dying.journal.append(turnId, text('second'))
    await dying.close()
    expect(await recovered(shared.storage, turnId)).toEqual([
      { agentId, turnId, choice: { ...CHOICE, model: 'second' }, events: [text('second')] },
    ])
    valueOf(await shared.storage.store.commit({ settledTurns: [turnId] }))
  })
})

describe('recovery', () => {
  it('hands out a dead turn once, to one engine, until it is settled', async () => {
    const { agentId, turnId } = await deadTurn(['he', 'l', 'lo \0'])
    const other = await open(shared.directory)
    const [here, there] = await Promise.all([recovered(shared.storage, turnId), recovered(other, turnId)])
    expect([...here, ...there]).toEqual([{ agentId, turnId, choice: CHOICE, events: [text('hello \0')] }])
    expect([...(await recovered(shared.storage, turnId)), ...(await recovered(other, turnId))]).toEqual([])
    const finder = here.length > 0 ? shared.storage : other
    valueOf(await finder.store.commit({ settledTurns: [turnId], events: [userEvent(agentId, 'interrupted')] }))
    expect([...(await recovered(shared.storage, turnId)), ...(await recovered(other, turnId))]).toEqual([])
    expect(valueOf(await (finder === shared.storage ? other : shared.storage).leases.acquire(agentId))).not.toBeNull()
    await other.close()
  })

  it('hands it to the next engine when the one that had it dies before settling it', async () => {
    const { turnId } = await deadTurn(['text'])
    const other = await open(shared.directory)
    expect(await recovered(other, turnId)).toHaveLength(1)
    expect(await recovered(shared.storage, turnId)).toEqual([])
    await other.close()
    expect(await recovered(shared.storage, turnId)).toHaveLength(1)
    valueOf(await shared.storage.store.commit({ settledTurns: [turnId] }))
  })

  it.each([
    ['a provider that is not known', "provider = 'yesterday'"],
    ['a level that is not known', "thinking_level = 'deepest'"],
    ['something else than events', `events = '{"a": 1}'`],
    ['an event that is none', "events = '[null]'"],
    ['an event of a kind that is not known', `events = '[{"type": "glitter", "blockIndex": 0}]'`],
    ['a delta without text', `events = '[{"type": "text_delta", "blockIndex": 0}]'`],
  ])('recovers the others when a row has %s, tells of that one and keeps it', async (_name, change) => {
    const bad = await deadTurn(['kept'])
    const good = await deadTurn(['whole'])
    await shared.client.unsafe(`update stream_journal set ${change} where turn_id = '${bad.turnId}' and part = 1`)
    const logger = createRecordingLogger()
    const finder = valueOf(await openStorage({ ...storageOptions(shared.directory), logger }))
    const found = [...valueOf(await finder.journal.recover()), ...valueOf(await finder.journal.recover())]
    expect(found).toEqual([{ ...good, choice: CHOICE, events: [text('whole')] }])
    const told = logger.fields.filter((_, line) => logger.lines[line]?.[0] === 'error')
    expect(told).toEqual([{ agent: bad.agentId, turn: bad.turnId, reason: expect.any(String) }])
    expect(JSON.stringify(told)).not.toContain('kept')
    expect(await rowsOf(bad.turnId)).toBe(2)
    expect(valueOf(await finder.leases.acquire(bad.agentId))).not.toBeNull()
    valueOf(await finder.store.commit({ settledTurns: [good.turnId, bad.turnId] }))
    await finder.close()
  })

  it('hands it out again when the commit that was to settle it failed', async () => {
    const { agentId, turnId } = await deadTurn(['text'])
    const finder = await open(shared.directory)
    expect(await recovered(finder, turnId)).toHaveLength(1)
    const events = [userEvent(randomUUID(), 'no such agent')]
    expect((await finder.store.commit({ settledTurns: [turnId], events })).ok).toBe(false)
    expect(await recovered(finder, turnId)).toHaveLength(1)
    valueOf(await finder.store.commit({ settledTurns: [turnId], events: [userEvent(agentId, 'interrupted')] }))
    expect(await recovered(finder, turnId)).toEqual([])
    await finder.close()
  })

  it('leaves running turns alone, ours and those of others', async () => {
    const other = await open(shared.directory)
    const turnIds = [randomUUID(), randomUUID()]
    const engines = [shared.storage, other]
    for (const [index, turnId] of turnIds.entries()) {
      const agentId = await recordAgent(shared.storage)
      valueOf(await (engines[index] ?? shared.storage).leases.acquire(agentId))
      engines[index]?.journal.begin(agentId, turnId, CHOICE)
      await until(async () => (await rowsOf(turnId)) === 1)
    }
    for (const engine of engines) {
      for (const turnId of turnIds) expect(await recovered(engine, turnId)).toEqual([])
    }
    await other.store.commit({ settledTurns: turnIds })
    await shared.storage.store.commit({ settledTurns: turnIds })
    await other.close()
  })
})

describe('after kill -9 at full speed', () => {
  it(
    'every acknowledged commit is there, and at most 250 ms of text is missing',
    { timeout: DATABASE_TIMEOUT_MS },
    async () => {
      const engine = startEngine('stream', shared.directory)
      const [, agentId = '', turnId = ''] = (await engine.nextLine()).split(' ')
      const lines: string[] = []
      while (lines.filter((line) => line.startsWith('acknowledged')).length < 200) lines.push(await engine.nextLine())
      await engine.kill()
      lines.push(...(await engine.rest()))

      const acknowledged = lines
        .filter((line) => line.startsWith('acknowledged'))
        .map((line) => line.split(' ').slice(1, 3))
      const stored = valueOf(await shared.storage.store.events({ agentId })).map(({ id, content }) => [
        String(id),
        content,
      ])
      expect(stored.slice(0, acknowledged.length)).toEqual(acknowledged)
      expect(stored.length - acknowledged.length).toBeLessThanOrEqual(1)

      await until(async () => {
        const turns = await recovered(shared.storage, turnId)
        for (const turn of turns) expectRecentText(turn, lines)
        return turns.length > 0
      })
      valueOf(await shared.storage.store.commit({ settledTurns: [turnId] }))
    },
  )
})

/** What was appended 250 ms before the last line is in it, whole and in order. */
function expectRecentText(turn: JournaledTurn, lines: readonly string[]): void {
  const written = turn.events.map((event) => (event.type === 'text_delta' ? event.text : '')).join('')
  const count = written.split(',').length - 1
  expect(written).toBe(Array.from({ length: count }, (_, number) => `${number},`).join(''))
  const numbers = (word: string): readonly number[][] =>
    lines.filter((line) => line.startsWith(word)).map((line) => line.split(' ').slice(1).map(Number))
  const appended = numbers('appended')
  // On a machine that is busy with other things, timers are late, and writing takes as long as the slowest commit did.
  const slowest = Math.max(...numbers('acknowledged').map(([, , ms = 0]) => ms))
  const latest = Math.max(...appended.map(([, , ms = 0]) => ms))
  const end = appended.at(-1)?.[1] ?? 0
  const due = appended.filter(([, at = 0]) => at < end - 250 - slowest - latest)
  expect(count).toBeGreaterThanOrEqual(due.at(-1)?.[0] ?? 0)
}
