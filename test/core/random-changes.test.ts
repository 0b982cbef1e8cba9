import { deepEqual, equal } from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { textChanges } from '../../src/main/adapters/checkpoints/text-changes.ts'
import { CallRecorder } from '../../src/main/core/changes/call-recorder.ts'
import { Changes } from '../../src/main/core/changes/changes.ts'
import type { Checkpoints } from '../../src/main/core/ports/checkpoint-ports.ts'
import type { AgentEvent, AgentEventOf, NewEvent } from '../../src/shared/agent-event.ts'
import { ok } from '../../src/shared/result.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'

/**
 * Random calls, changes from outside, undos of any earlier change, crashes and restarts of several agents in one folder
 * with a real repository, compared with a plain copy of the files.
 */
const RUNS = Number(process.env['IKIGAI_RANDOM_RUNS'] ?? 12)
const PATHS = ['a', 'b', 'd/a', 'd/e/b', 'run.sh'] as const
const AGENTS = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
const TURN = '33333333-3333-4333-8333-333333333333'

type Files = Readonly<Record<string, string>>

const path = fc.constantFrom(...PATHS)
const content = fc.constantFrom('1\n', '2\n', '1\n2\n3\n', 'x\r\ny', '', '\u0000\u00ff')
/** Null: the file is removed. */
const writes = fc.array(fc.record({ path, content: fc.option(content, { freq: 4 }) }), { minLength: 1, maxLength: 4 })
const agent = fc.constantFrom(...AGENTS)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('call' as const), agent, writes }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('outside' as const), writes }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('undo' as const), index: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('crash' as const), agent, writes }) },
  { weight: 1, arbitrary: fc.constant({ type: 'restart' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

class World {
  readonly project: GitFolder
  readonly log: AgentEventOf<'checkpoint'>[] = []
  /** The files in every state that an event names, by its id. */
  readonly states = new Map<string, Files>()
  checkpoints: Checkpoints
  recorder: CallRecorder
  changes: Changes

  constructor(project: GitFolder) {
    this.project = project
    this.checkpoints = project.checkpoints()
    this.recorder = this.#newRecorder()
    this.changes = this.#newChanges()
  }

  async run(one: Step): Promise<void> {
    switch (one.type) {
      case 'call':
        return this.#call(one.agent, one.writes, (event) => this.#record(event))
      case 'crash':
        // The files are written, and the engine dies before it records anything.
        await this.#call(one.agent, one.writes, async (event) => {
          if (event.data.cause === 'outside') await this.#record(event)
        })
        return this.#restart()
      case 'outside':
        return this.#write(one.writes)
      case 'restart':
        await this.checkpoints.close()
        return this.#restart()
      case 'undo':
        return this.#undo(one.index)
    }
  }

  /** Every agent's events are a chain. */
  checkChains(): void {
    for (const id of AGENTS) {
      const own = this.log.filter(({ agentId }) => agentId === id)
      for (const [index, event] of own.entries()) {
        if (index > 0) equal(event.data.before, own[index - 1]?.data.after)
      }
    }
  }

  /** Everything that was there at a checkpoint is still stored. */
  async checkNothingLost(): Promise<void> {
    await this.project.git('gc', '--prune=now', '--quiet')
    for (const [id, files] of this.states) {
      const names = (await this.project.git('ls-tree', '-r', '-z', '--name-only', id)).split('\0').slice(0, -1)
      const found: Record<string, string> = {}
      for (const name of names) found[name] = await this.project.gitBytes('cat-file', 'blob', `${id}:${name}`)
      deepEqual({ ...found }, { ...files })
    }
  }

  async #call(agentId: string, all: readonly Write[], record: (event: Draft) => Promise<void>): Promise<void> {
    const call = { access: 'execute', paths: [], isInFolder: true } as const
    await this.recorder.around({ agentId, turnId: TURN, callId: `call_${this.log.length}`, call, record }, () =>
      this.#write(all),
    )
  }

  async #undo(index: number): Promise<void> {
    const event = this.log[index % Math.max(1, this.log.length)]
    if (event === undefined || event.data.cause === 'outside') return
    const { agentId, id, data } = event
    const [before, after] = [this.states.get(data.before) ?? {}, this.states.get(data.after) ?? {}]
    const now = await this.project.files()
    const names = data.files.map((file) => file.path)
    const isPossible = names.every((name) => now[name] === after[name] || now[name] === before[name])
    const undone = await this.changes.undo(agentId, { scope: { type: 'event', eventId: id } })
    const then = await this.project.files()
    if (!undone.ok) {
      equal(undone.error.category, 'CONFLICT')
      deepEqual({ ...then }, { ...now })
      return
    }
    equal(isPossible, true)
    const wanted: Record<string, string> = { ...now }
    for (const name of names) {
      const old = before[name]
      if (old === undefined) delete wanted[name]
      else wanted[name] = old
    }
    deepEqual({ ...then }, { ...wanted })
    const last = this.log.findLast((each) => each.agentId === agentId)
    deepEqual({ ...this.states.get(last?.data.after ?? '') }, { ...then })
  }

  async #write(all: readonly Write[]): Promise<void> {
    for (const { path: name, content: text } of all) {
      if (text === null) await rm(join(this.project.folder, name), { force: true })
      else await this.project.write(name, Buffer.from(text, 'latin1'))
    }
  }

  async #record(event: Draft): Promise<void> {
    const id = this.log.length + 1
    this.log.push({ ...event, id, sessionId: 1, createdAt: '' })
    // The newest state is what is on disk; the one before is known, unless it is the first.
    if (event.data.cause !== 'outside') this.states.set(event.data.after, await this.project.files())
    await this.#know(event.data.before)
    await this.#know(event.data.after)
  }

  /** A state that was not seen when it was made, because it came from outside, is read from the store. */
  async #know(id: string): Promise<void> {
    if (this.states.has(id)) return
    const names = (await this.project.git('ls-tree', '-r', '-z', '--name-only', id)).split('\0').slice(0, -1)
    const files: Record<string, string> = {}
    for (const name of names) files[name] = await this.project.gitBytes('cat-file', 'blob', `${id}:${name}`)
    this.states.set(id, files)
  }

  async #restart(): Promise<void> {
    this.checkpoints = this.project.checkpoints()
    this.recorder = this.#newRecorder()
    this.changes = this.#newChanges()
  }

  #parts() {
    const search = {
      checkpoints: async (agentId: string) =>
        ok<readonly AgentEvent[]>(this.log.filter((each) => each.agentId === agentId)),
    }
    const folderOf = async () => ok(this.project.folder)
    return { checkpoints: this.checkpoints, search, folderOf, logger: createRecordingLogger() }
  }

  #newRecorder(): CallRecorder {
    return new CallRecorder(this.#parts())
  }

  #newChanges(): Changes {
    const hub = {
      record: async ({ events = [] }: { readonly events?: readonly NewEvent[] }) => {
        for (const event of events) if (event.kind === 'checkpoint') await this.#record(event)
        return ok({ events: this.log.slice(-events.length), agents: [] })
      },
    }
    return new Changes({ ...this.#parts(), textChanges, hub, recorder: this.recorder, isBusy: () => false })
  }
}

type Write = { readonly path: string; readonly content: string | null }
type Draft = Extract<NewEvent, { kind: 'checkpoint' }>

it('keeps log and files in agreement and loses nothing', async () => {
  const runs = fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const project = await gitFolder()
      try {
        await project.write('a', '1\n')
        await project.git('add', '.')
        await project.git('commit', '--quiet', '-m', 'x')
        const world = new World(project)
        for (const one of steps) await world.run(one)
        world.checkChains()
        await world.checkNothingLost()
        await world.checkpoints.close()
      } finally {
        await project.remove()
      }
    }),
    { numRuns: RUNS },
  )
  await expect(runs).resolves.toBeUndefined()
}, 300_000)
