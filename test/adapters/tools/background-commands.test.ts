import { expect, it } from 'vitest'

import {
  BackgroundCommands,
  type BackgroundRun,
} from '../../../src/main/adapters/tools/background/background-commands.ts'
import { ok, refuse, type Result } from '../../../src/shared/result.ts'
import { refusalOf, valueOf } from '../../support/drive-agent.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'
const NOBODY_DENIES = async () => null
const patience = { waitMs: 600_000, signal: new AbortController().signal }

/** A command of which each run prints its number, and ends some time after it was told to. */
function restarted() {
  const commands = new BackgroundCommands()
  const runs: BackgroundRun[] = []
  const ends: (() => void)[] = []
  const run = (options: BackgroundRun): Promise<string> => {
    runs.push(options)
    options.onChunk(Buffer.from(`run ${runs.length}\n`))
    return new Promise((resolve) => ends.push(() => resolve(`ended ${ends.length}`)))
  }
  const id = valueOf(
    commands.start({ agentId: AGENT, command: 'serve', startedAt: 1 }, { run, again: async () => ok(run) }),
  )
  return { commands, runs, id, end: (index: number) => ends[index]?.() }
}

it('ends the run before, keeps its id, and says in the output that it was restarted', async () => {
  const { commands, runs, id, end } = restarted()
  const restarting = commands.restart(AGENT, id, NOBODY_DENIES)
  await expect.poll(() => runs[0]?.signal.aborted).toBe(true)
  expect(runs).toHaveLength(1)
  end(0)
  valueOf(await restarting)
  expect(commands.running(AGENT)).toMatchObject([{ id, command: 'serve' }])
  expect(commands.running(AGENT)[0]?.startedAt).toBeGreaterThan(1)
  expect(valueOf(commands.output(AGENT, id))).toBe('run 1\n\n[The user restarted this command.]\nrun 2\n')
  const reading = commands.read(AGENT, id, patience)
  end(1)
  expect(valueOf(await reading).end).toBe('ended 2')
})

it('starts one run, however often it is asked, and its agent sees no end in between', async () => {
  const { commands, runs, id, end } = restarted()
  const reading = commands.read(AGENT, id, patience)
  const asked = [commands.restart(AGENT, id, NOBODY_DENIES), commands.restart(AGENT, id, NOBODY_DENIES)]
  end(0)
  expect((await Promise.all(asked)).map(({ ok }) => ok)).toEqual([true, true])
  expect(runs).toHaveLength(2)
  expect(valueOf(await reading).end).toBeNull()
  expect(commands.running(AGENT)).toHaveLength(1)
})

it('starts nothing when it was ended meanwhile: by its agent, the user, with its agent, or with ikigai', async () => {
  const ways = [
    (commands: BackgroundCommands, id: string) => commands.stop(AGENT, id),
    (commands: BackgroundCommands, id: string) => commands.end(AGENT, id),
    async (commands: BackgroundCommands) => commands.endOf(AGENT),
    (commands: BackgroundCommands) => commands.close(),
  ]
  for (const way of ways) {
    const { commands, runs, id, end } = restarted()
    const restarting = commands.restart(AGENT, id, NOBODY_DENIES)
    const ended = way(commands, id)
    end(0)
    await ended
    expect(refusalOf(await restarting)).toContain('was ended meanwhile')
    expect(runs).toHaveLength(1)
  }
  expect(refusalOf(await new BackgroundCommands().restart(AGENT, 'b1', NOBODY_DENIES))).toContain(
    'No background command: b1',
  )
})

it('has ended if it ended by itself while its restart was decided and refused', async () => {
  const decided = Promise.withResolvers<Result<never>>()
  const end = Promise.withResolvers<string>()
  const commands = new BackgroundCommands()
  const program = { run: () => end.promise, again: () => decided.promise }
  const id = valueOf(commands.start({ agentId: AGENT, command: 'serve', startedAt: 1 }, program))
  const restarting = commands.restart(AGENT, id, NOBODY_DENIES)
  end.resolve('ended by itself')
  await end.promise
  decided.resolve(refuse('A rule denies it.'))
  expect(refusalOf(await restarting)).toBe('A rule denies it.')
  expect(valueOf(await commands.read(AGENT, id, patience)).end).toBe('ended by itself')
  expect(commands.running(AGENT)).toEqual([])
})
