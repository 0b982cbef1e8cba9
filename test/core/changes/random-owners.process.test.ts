import { deepEqual } from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { WrittenFile } from '../../../src/main/core/ports/tool-ports.ts'
import { ChangingAgents, ROOTS } from '../../support/changing-agents.ts'
import { type GitFolder, gitFolder } from '../../support/git-folder.ts'

/**
 * A user, two agents and two processes write in one folder, also while calls run, and undo. Every line says who wrote it,
 * so that a line that is lost or claimed is seen without a model of its own. A failure prints the seed.
 */
const RUNS = Number(process.env['IKIGAI_RANDOM_OWNER_RUNS'] ?? 30)

const [A, B] = ROOTS
const NAMES = { [A]: 'A', [B]: 'B' } as const
type Agent = (typeof ROOTS)[number]

const file = fc.constantFrom('one', 'two', 'd/new')
const way = fc.constantFrom('insert', 'insert', 'replace', 'whole')
const agent = fc.constantFrom(...ROOTS)
const place = fc.nat(20)
const userWrite = fc.record({ type: fc.constant('user'), file, way, place })
const agentWrite = fc.record({ type: fc.constant('tool'), agent, file, way, place })
const meanwhile = fc.array(fc.oneof(userWrite, agentWrite), { maxLength: 2 })
const step = fc.oneof(
  { weight: 2, arbitrary: userWrite },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom('call', 'command'),
      agent,
      process: fc.nat(1),
      file,
      way,
      place,
      meanwhile,
      isBefore: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constantFrom('undo', 'undo_unsure'), agent, process: fc.nat(1) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Write = Pick<Extract<Step, { type: 'user' }>, 'file' | 'way' | 'place'>
type Meanwhile = typeof meanwhile extends fc.Arbitrary<infer T> ? T : never
type Call = Extract<Step, { type: 'call' | 'command' }>
type Engine = ReturnType<ChangingAgents['start']>

/** A second undo does not bring back what the first one took. */
const TAKEN_BACK: Step[] = [
  { type: 'command', agent: B, process: 0, file: 'one', way: 'insert', place: 0, meanwhile: [], isBefore: false },
  { type: 'undo_unsure', agent: B, process: 0 },
  { type: 'call', agent: A, process: 0, file: 'one', way: 'insert', place: 1, meanwhile: [], isBefore: false },
  { type: 'undo', agent: B, process: 0 },
  { type: 'call', agent: A, process: 0, file: 'one', way: 'insert', place: 0, meanwhile: [], isBefore: false },
]

class World {
  readonly #project: GitFolder
  readonly #agents: ChangingAgents
  readonly #engines: readonly [Engine, Engine]
  /** Agents whose calls run now. */
  readonly #running = new Set<string>()
  /** Lines that were written while a call of an agent ran, by agent. */
  readonly #during = new Map<string, Set<string>>(ROOTS.map((id) => [id, new Set<string>()]))
  /** Lines that the agent's tools, or what ran meanwhile, removed; by agent. */
  readonly #removed = new Map<string, Set<string>>(ROOTS.map((id) => [id, new Set<string>()]))
  #lines = 0

  constructor(project: GitFolder) {
    this.#project = project
    this.#agents = new ChangingAgents(project)
    this.#engines = [this.#agents.start(), this.#agents.start()]
  }

  /** Opens the stores of the second engine as those of another process: each has an index of its own. */
  async open(): Promise<void> {
    const pid = Object.getOwnPropertyDescriptor(process, 'pid') ?? {}
    for (const [index, { checkpoints }] of this.#engines.entries()) {
      if (index === 1) Object.defineProperty(process, 'pid', { ...pid, value: process.ppid })
      const saved = await checkpoints.save({ agentId: A, folder: this.#project.folder, touched: [] })
      deepEqual(saved.ok, true)
      Object.defineProperty(process, 'pid', pid)
    }
  }

  async run(one: Step): Promise<void> {
    switch (one.type) {
      case 'user':
        await this.#write('user', one)
        break
      case 'call':
      case 'command':
        await this.#call(one)
        break
      case 'undo':
      case 'undo_unsure':
        await this.#undo(one.agent, this.#engines[one.process === 0 ? 0 : 1], one.type === 'undo_unsure')
    }
    await this.#checkBlame()
  }

  async close(): Promise<void> {
    await this.#agents.close()
    for (const { checkpoints } of this.#engines) await checkpoints.close()
  }

  async #call({ type, agent: agentId, process: index, meanwhile: others, isBefore, ...write }: Call): Promise<void> {
    const [engine, other] = index === 0 ? this.#engines : this.#engines.toReversed()
    if (engine === undefined || other === undefined) return
    const isTool = type === 'call'
    this.#running.add(agentId)
    const work = async (): Promise<readonly WrittenFile[]> => {
      if (isBefore) await this.#meanwhile(others, agentId, isTool, engine, other)
      const wrote = await this.#write(isTool ? NAMES[agentId] : 'command', write)
      if (!isBefore) await this.#meanwhile(others, agentId, isTool, engine, other)
      return wrote
    }
    await (isTool ? this.#tool(engine, agentId, write, work) : this.#agents.running(agentId, work, {}, engine))
    this.#running.delete(agentId)
  }

  /** File tools of one process wait for each other, so another one comes from the other process. */
  async #meanwhile(all: Meanwhile, agentId: Agent, isTool: boolean, engine: Engine, other: Engine): Promise<void> {
    for (const one of all) {
      if (one.type === 'user') await this.#write('user', one)
      else if (!isTool || one.agent !== agentId) {
        const isSibling = one.agent === agentId
        this.#running.add(one.agent)
        const from = isTool || (!isSibling && one.place % 2 === 0) ? other : engine
        await this.#tool(from, one.agent, one, () => this.#write(NAMES[one.agent], one))
        if (!isSibling) this.#running.delete(one.agent)
      }
    }
  }

  async #tool(engine: Engine, agentId: Agent, { file: path }: Write, work: () => Promise<readonly WrittenFile[]>) {
    const call = { access: 'write', paths: [join(this.#project.folder, path)], isInFolder: true } as const
    await this.#agents.running(agentId, work, { call, wroteOf: (wrote) => wrote }, engine)
  }

  async #write(who: string, { file: path, way: how, place: at }: Write): Promise<readonly WrittenFile[]> {
    const absolute = join(this.#project.folder, path)
    const before = await readFile(absolute).catch(() => null)
    const lines = before === null ? [] : linesIn(before.toString())
    this.#lines += 1
    const line = `${who}.${this.#lines}`
    const index = lines.length === 0 ? 0 : at % lines.length
    const then = how === 'whole' ? [line] : lines.toSpliced(index, how === 'replace' ? 1 : 0, line)
    const after = Buffer.from(then.map((each) => `${each}\n`).join(''))
    await mkdir(dirname(absolute), { recursive: true })
    await writeFile(absolute, after)
    for (const id of this.#running) {
      this.#during.get(id)?.add(line)
      for (const gone of lines) if (!then.includes(gone)) this.#removed.get(id)?.add(gone)
    }
    return [{ path: absolute, before, after }]
  }

  async #undo(agentId: Agent, { changes }: Engine, withUnsure: boolean): Promise<void> {
    const before = await this.#files()
    const request = { scope: { type: 'agent' }, ...(withUnsure && ({ unsure: true } as const)) } as const
    const undone = await changes.undo(agentId, request)
    const after = await this.#files()
    if (!undone.ok) {
      deepEqual(after, before)
      return
    }
    const mine = (line: string): boolean =>
      line.startsWith(`${NAMES[agentId]}.`) || (withUnsure && this.#during.get(agentId)?.has(line) === true)
    for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [old, now] = [before[path] ?? [], after[path] ?? []]
      deepEqual([path, old.filter((line) => !mine(line) && !now.includes(line))], [path, []])
      deepEqual(
        [path, now.filter((line) => !old.includes(line) && this.#removed.get(agentId)?.has(line) !== true)],
        [path, []],
      )
      const isLeft = undone.value.unsure.includes(path)
      deepEqual([path, isLeft ? [] : now.filter((line) => line.startsWith(`${NAMES[agentId]}.`))], [path, []])
    }
    if (withUnsure) deepEqual(undone.value.unsure, [])
  }

  /** No agent is blamed for a line that its file tools did not write. */
  async #checkBlame(): Promise<void> {
    for (const [path, lines] of Object.entries(await this.#files())) {
      for (const [number, by] of await this.#agents.blamed(path)) {
        const owner = by === A || by === B ? NAMES[by] : by
        deepEqual([path, lines[number - 1]?.split('.')[0]], [path, owner])
      }
    }
  }

  async #files(): Promise<Readonly<Record<string, readonly string[]>>> {
    const files = Object.entries(await this.#project.files())
    return Object.fromEntries(files.map(([path, text]) => [path, linesIn(text)]))
  }
}

function linesIn(text: string): readonly string[] {
  return text.split('\n').slice(0, -1)
}

it('neither loses nor claims a line of anybody else', async () => {
  const runs = fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const project = await gitFolder()
      const base = (name: string) => Array.from({ length: 12 }, (_, line) => `base.${name}${line}\n`).join('')
      try {
        await project.write('one', base('one'))
        await project.write('two', base('two'))
        await project.git('add', '.')
        await project.git('commit', '--quiet', '-m', 'x')
        const world = new World(project)
        await world.open()
        for (const one of steps) await world.run(one)
        await world.close()
      } finally {
        await project.remove()
      }
    }),
    { numRuns: RUNS, examples: [[TAKEN_BACK]] },
  )
  await expect(runs).resolves.toBeUndefined()
}, 3_600_000)
