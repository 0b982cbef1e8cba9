import { deepEqual } from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { WrittenFile } from '../../../src/main/core/ports/tool-ports.ts'
import { ChangingAgents, CHILDREN, ROOTS } from '../../support/changing-agents.ts'
import { filesIn, type GitFolder, gitFolder } from '../../support/git-folder.ts'

/**
 * A user, two agents and two processes write in one folder, also while calls run, and undo; the user changes branches, and
 * what agents in worktrees did is adopted. Every line says who wrote it, so that a line that is lost or claimed is seen
 * without a model of its own. A failure prints the seed.
 */
const RUNS = Number(process.env['IKIGAI_RANDOM_OWNER_RUNS'] ?? 30)
/** How long all sequences may take, ms: a busy machine needs ten times as long. They must not run on beside a retry. */
const LIMIT_MS = 600_000 + RUNS * 10_000
const SEED = process.env['IKIGAI_RANDOM_OWNER_SEED']

const [A, B] = ROOTS
const [C, D] = CHILDREN
const NAMES = { [A]: 'A', [B]: 'B', [C]: 'C', [D]: 'D' } as const
/** The agent in a worktree whose work an agent adopts. */
const CHILD_OF = { [A]: C, [B]: D } as const
const ALL = [...ROOTS, ...CHILDREN] as const
type Agent = (typeof ROOTS)[number]

const file = fc.constantFrom('one', 'two', 'd/new')
const way = fc.constantFrom('insert', 'insert', 'replace', 'whole')
const agent = fc.constantFrom(...ROOTS)
const place = fc.nat(20)
const userWrite = fc.record({ type: fc.constant('user'), file, way, place })
const agentWrite = fc.record({ type: fc.constant('tool'), agent, file, way, place })
/** What the user does with git; all begin with a commit of everything. */
const gitWays = {
  switch: [
    ['checkout', '-q', 'side'],
    ['checkout', '-q', 'main'],
  ],
  merge: [['merge', '-q', '-X', 'ours', '-m', 'x', 'side']],
  back: [['reset', '-q', '--hard', 'HEAD~1']],
  rebase: [['rebase', '-q', '-X', 'theirs', 'side']],
} as const
const userGit = fc.record({
  type: fc.constant('git'),
  how: fc.constantFrom('switch', 'switch', 'merge', 'back', 'rebase'),
})
const meanwhile = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: userWrite },
    { weight: 3, arbitrary: agentWrite },
    { weight: 1, arbitrary: userGit },
  ),
  { maxLength: 2 },
)
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
  { weight: 2, arbitrary: userGit },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('child'),
      agent,
      process: fc.nat(1),
      by: fc.constantFrom('tool', 'tool', 'command', 'user'),
      file,
      way,
      place,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('adopt'), agent, process: fc.nat(1) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Write = Pick<Extract<Step, { type: 'user' }>, 'file' | 'way' | 'place'>
type Meanwhile = typeof meanwhile extends fc.Arbitrary<infer T> ? T : never
type Call = Extract<Step, { type: 'call' | 'command' }>
type ChildCall = Extract<Step, { type: 'child' }>
type GitWay = Extract<Step, { type: 'git' }>['how']
type Engine = ReturnType<ChangingAgents['start']>
type Files = Readonly<Record<string, readonly string[]>>

/** A second undo does not bring back what the first one took. */
const TAKEN_BACK: Step[] = [
  { type: 'command', agent: B, process: 0, file: 'one', way: 'insert', place: 0, meanwhile: [], isBefore: false },
  { type: 'undo_unsure', agent: B, process: 0 },
  { type: 'call', agent: A, process: 0, file: 'one', way: 'insert', place: 1, meanwhile: [], isBefore: false },
  { type: 'undo', agent: B, process: 0 },
  { type: 'call', agent: A, process: 0, file: 'one', way: 'insert', place: 0, meanwhile: [], isBefore: false },
]

/** A line that the user wrote in a child's worktree is nobody's when it is adopted. */
const ADOPTED: Step[] = [
  { type: 'child', agent: B, process: 0, by: 'user', file: 'one', way: 'insert', place: 0 },
  { type: 'user', file: 'one', way: 'insert', place: 1 },
  { type: 'adopt', agent: B, process: 0 },
  { type: 'undo', agent: A, process: 0 },
]

/** What an agent wrote is its own where another agent of another process wrote the same file meanwhile. */
const WRITTEN_BY_TWO: Step[] = [
  {
    type: 'call',
    agent: A,
    process: 0,
    file: 'two',
    way: 'insert',
    place: 0,
    meanwhile: [{ type: 'tool', agent: B, file: 'two', way: 'insert', place: 0 }],
    isBefore: false,
  },
  { type: 'undo', agent: A, process: 0 },
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
  /** Lines that came into the folder with what the agent adopted, by agent. */
  readonly #adopted = new Map<string, Set<string>>(ROOTS.map((id) => [id, new Set<string>()]))
  /** Lines that the user's git brought back, which are the agent's and the user's. */
  readonly #returned = new Set<string>()
  #lines = 0

  constructor(project: GitFolder) {
    this.#project = project
    this.#agents = new ChangingAgents(project)
    this.#engines = [this.#agents.start(), this.#agents.start()]
  }

  /** Opens the stores of both engines before anything is written. */
  async open(): Promise<void> {
    for (const { checkpoints } of this.#engines) {
      const saved = await checkpoints.save({ agentId: A, folder: this.#project.folder, touched: [] })
      deepEqual(saved.ok, true)
    }
  }

  async run(one: Step): Promise<void> {
    switch (one.type) {
      case 'git':
        await this.#git(one.how)
        break
      case 'child':
        await this.#child(one)
        break
      case 'adopt':
        await this.#adopt(one.agent, this.#engines[one.process === 0 ? 0 : 1])
        break
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
      else if (one.type === 'git') await this.#git(one.how)
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

  /** The user commits everything, and does something that writes files; what git refuses is taken back. */
  async #git(how: GitWay): Promise<void> {
    const before = await this.#files()
    await this.#project.git('add', '-A')
    await this.#project.git('commit', '-q', '--allow-empty', '-m', 'x')
    const at = (await this.#project.git('branch', '--show-current')).trim()
    const [first, second = first] = gitWays[how]
    const args = at === 'main' ? first : second
    await this.#project.git(...args).catch(async () => {
      await this.#project.git(how === 'rebase' ? 'rebase' : 'merge', '--abort')
    })
    this.#observe(before, await this.#files(), true)
  }

  /** Something happens in the worktree of a child, which is made before. */
  async #child({ agent: parentId, process: index, by, ...write }: ChildCall): Promise<void> {
    const engine = this.#engines[index === 0 ? 0 : 1]
    const childId = CHILD_OF[parentId]
    await this.#agents.fork(parentId, childId, engine)
    const folder = await this.#agents.folderIn(childId)
    const work = () => this.#writeIn(folder, by === 'user' ? 'user' : NAMES[childId], write)
    if (by === 'user') await work()
    else if (by === 'command') await this.#agents.running(childId, work, {}, engine)
    else {
      const call = { access: 'write', paths: [join(folder, write.file)], isInFolder: true } as const
      await this.#agents.running(childId, work, { call, wroteOf: (wrote) => wrote }, engine)
    }
  }

  async #adopt(agentId: Agent, engine: Engine): Promise<void> {
    const childId = CHILD_OF[agentId]
    const folder = await this.#agents.folderIn(childId)
    if (folder === '') return
    const [before, theirs] = [await this.#files(), linesOf(await filesIn(folder))]
    await this.#agents.apply(childId, engine)
    const after = await this.#files()
    for (const path of pathsOf(before, after)) {
      const [old, now, child] = [before[path] ?? [], after[path] ?? [], theirs[path] ?? []]
      // What comes is what the child has, and what goes is what it has not.
      deepEqual([path, now.filter((line) => !old.includes(line) && !child.includes(line))], [path, []])
      deepEqual([path, old.filter((line) => !now.includes(line) && child.includes(line))], [path, []])
      for (const line of now) if (!old.includes(line)) this.#adopted.get(agentId)?.add(line)
      for (const line of old) if (!now.includes(line)) this.#removed.get(agentId)?.add(line)
    }
  }

  /** Notes what changed in the folder while calls run. */
  #observe(before: Files, after: Files, isGit = false): void {
    for (const path of pathsOf(before, after)) {
      const [old, now] = [before[path] ?? [], after[path] ?? []]
      const come = now.filter((line) => !old.includes(line))
      const gone = old.filter((line) => !now.includes(line))
      if (isGit) for (const line of come) this.#returned.add(line)
      for (const id of this.#running) {
        for (const line of come) this.#during.get(id)?.add(line)
        for (const line of gone) this.#removed.get(id)?.add(line)
      }
    }
  }

  async #write(who: string, write: Write): Promise<readonly WrittenFile[]> {
    const before = await this.#files()
    const wrote = await this.#writeIn(this.#project.folder, who, write)
    this.#observe(before, await this.#files())
    return wrote
  }

  async #writeIn(
    folder: string,
    who: string,
    { file: path, way: how, place: at }: Write,
  ): Promise<readonly WrittenFile[]> {
    const absolute = join(folder, path)
    const before = await readFile(absolute).catch(() => null)
    const lines = before === null ? [] : linesIn(before.toString())
    this.#lines += 1
    const line = `${who}.${this.#lines}`
    const index = lines.length === 0 ? 0 : at % lines.length
    const then = how === 'whole' ? [line] : lines.toSpliced(index, how === 'replace' ? 1 : 0, line)
    const after = Buffer.from(then.map((each) => `${each}\n`).join(''))
    await mkdir(dirname(absolute), { recursive: true })
    await writeFile(absolute, after)
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
    const own = (line: string): boolean =>
      line.startsWith(`${NAMES[agentId]}.`) || this.#adopted.get(agentId)?.has(line) === true
    const mine = (line: string): boolean => own(line) || (withUnsure && this.#during.get(agentId)?.has(line) === true)
    for (const path of pathsOf(before, after)) {
      const [old, now] = [before[path] ?? [], after[path] ?? []]
      deepEqual([path, old.filter((line) => !mine(line) && !now.includes(line))], [path, []])
      deepEqual(
        [path, now.filter((line) => !old.includes(line) && this.#removed.get(agentId)?.has(line) !== true)],
        [path, []],
      )
      const isLeft = undone.value.unsure.includes(path)
      deepEqual([path, isLeft ? [] : now.filter((line) => own(line) && !this.#returned.has(line))], [path, []])
    }
    if (withUnsure) deepEqual(undone.value.unsure, [])
  }

  /** No agent is blamed for a line that its file tools did not write. */
  async #checkBlame(): Promise<void> {
    for (const [path, lines] of Object.entries(await this.#files())) {
      for (const [number, by] of await this.#agents.blamed(path)) {
        const owner = ALL.find((id) => id === by)
        deepEqual([path, lines[number - 1]?.split('.')[0]], [path, owner && NAMES[owner]])
      }
    }
  }

  async #files(): Promise<Files> {
    return linesOf(await this.#project.files())
  }
}

function pathsOf(...all: readonly Files[]): ReadonlySet<string> {
  return new Set(all.flatMap(Object.keys))
}

function linesOf(files: Readonly<Record<string, string>>): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, linesIn(text)]))
}

function linesIn(text: string): readonly string[] {
  return text.split('\n').slice(0, -1)
}

it(
  'neither loses nor claims a line of anybody else',
  async () => {
    const runs = fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        const project = await gitFolder()
        const base = (name: string) => Array.from({ length: 12 }, (_, line) => `base.${name}${line}\n`).join('')
        try {
          await project.write('one', base('one'))
          await project.write('two', base('two'))
          await project.git('add', '.')
          await project.git('commit', '--quiet', '-m', 'x')
          await project.git('checkout', '--quiet', '-b', 'side')
          await project.write('two', `${base('two').replace('base.two5\n', '')}base.side\n`)
          await project.git('commit', '--quiet', '-a', '-m', 'x')
          await project.git('checkout', '--quiet', 'main')
          const world = new World(project)
          await world.open()
          for (const one of steps) await world.run(one)
          await world.close()
        } finally {
          await project.remove()
        }
      }),
      {
        numRuns: RUNS,
        ...(SEED !== undefined && { seed: Number(SEED) }),
        examples: [[TAKEN_BACK], [ADOPTED], [WRITTEN_BY_TWO]],
        interruptAfterTimeLimit: LIMIT_MS,
        markInterruptAsFailure: true,
      },
    )
    await expect(runs).resolves.toBeUndefined()
  },
  LIMIT_MS + 60_000,
)
