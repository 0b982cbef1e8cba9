import { deepEqual, equal } from 'node:assert/strict'
import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { createCheckpoints } from '../../src/main/adapters/checkpoints/create-file-history.ts'
import { createWorktrees } from '../../src/main/adapters/checkpoints/create-worktrees.ts'
import { createCommits } from '../../src/main/adapters/checkpoints/create-commits.ts'
import { createRevisions } from '../../src/main/adapters/checkpoints/read-revisions.ts'
import { createMerge } from '../../src/main/adapters/checkpoints/merge-texts.ts'
import { textChanges } from '../../src/main/adapters/checkpoints/text-changes.ts'
import { AgentFolders } from '../../src/main/core/agents/agent-folders.ts'
import { AgentTree } from '../../src/main/core/agents/agent-tree.ts'
import { AgentWorktrees } from '../../src/main/core/changes/agent-worktrees.ts'
import { ApplyChanges } from '../../src/main/core/changes/apply-changes.ts'
import { Blame } from '../../src/main/core/changes/blame.ts'
import { CallRecorder } from '../../src/main/core/changes/call-recorder.ts'
import type { CallToRecord } from '../../src/main/core/changes/overlapping-calls.ts'
import { Changes } from '../../src/main/core/changes/changes.ts'
import { ReviewChanges } from '../../src/main/core/changes/review-changes.ts'
import type { AgentEvent, AgentEventOf, NewEvent } from '../../src/shared/agent-event.ts'
import type { WrittenFile } from '../../src/main/core/ports/tool-ports.ts'
import type { UndoRequest } from '../../src/main/core/changes/plan-undo.ts'
import type { ChangeScope, ListedChange, UndoneChanges } from '../../src/shared/file-changes.ts'
import { DONE, mapOk, ok } from '../../src/shared/result.ts'
import { agentSummary } from './agent-summary.ts'
import { filesIn, GIT_ENVIRONMENT, type GitFolder } from './git-folder.ts'
import { memorySettings } from './memory-settings.ts'
import { createRecordingLogger } from './recording-logger.ts'

export const ROOTS = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
export const CHILDREN = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444'] as const
const TURN = '55555555-5555-4555-8555-555555555555'

type Files = Readonly<Record<string, string>>
type Draft = Extract<NewEvent, { kind: 'checkpoint' }>
/** `content` null: the file is removed. */
export interface Write {
  readonly path: string
  readonly content: string | null
}

const COMMAND = { access: 'execute', paths: [], isInFolder: true } as const

interface RunningOptions<T> {
  readonly call?: CallToRecord['call']
  readonly wroteOf?: (result: T) => readonly WrittenFile[] | null
}

/** Agents that change files in one repository and its worktrees, with what a naive copy of all files expects. */
export class ChangingAgents {
  readonly project: GitFolder
  readonly log: AgentEventOf<'checkpoint'>[] = []
  /** The files in every state that an event names, by its id. */
  readonly states = new Map<string, Files>()
  /** The agents with a command that runs on after its call. */
  readonly background = new Set<string>()
  readonly #settings = memorySettings()
  readonly #tree = new AgentTree()
  #engine: ReturnType<ChangingAgents['start']>

  constructor(project: GitFolder) {
    this.project = project
    for (const id of ROOTS) this.#tree.put(agentSummary({ id }))
    this.#engine = this.start()
  }

  /** What one engine has in memory. */
  start() {
    const stores = this.project.stores()
    const checkpoints = createCheckpoints(stores)
    const search = {
      checkpoints: async (agentId: string) =>
        ok<readonly AgentEvent[]>(this.log.filter((each) => each.agentId === agentId)),
      checkpointsIn: async (folders: readonly string[]) =>
        ok<readonly AgentEvent[]>(this.log.filter(({ data }) => folders.includes(data.folder))),
      turn: async () => ok<readonly AgentEvent[]>([]),
    }
    const hub = {
      record: async ({ events = [] }: { readonly events?: readonly NewEvent[] }) => {
        const before = this.log.length
        for (const event of events) if (event.kind === 'checkpoint') await this.#record(event)
        return ok({ events: this.log.slice(before), agents: [] })
      },
    }
    const folders = new AgentFolders(this.#settings, this.#tree, this.project.folder)
    const folderOf = async (agentId: string) => mapOk(await folders.folderOf(agentId), ({ folder }) => folder)
    const logger = createRecordingLogger()
    const isBusy = () => false
    const plain = createWorktrees({
      stores,
      dataDirectory: this.project.dataDirectory,
      environment: GIT_ENVIRONMENT,
    })
    const worktrees = { ...plain, tearDown: () => Promise.resolve(DONE) }
    const registry = { setWorktree: () => undefined, isArchived: () => false, tree: this.#tree }
    const runsOn = { id: 'b1', command: 'sleep 600', startedAt: 0 }
    const backgroundWork = { running: (agentId: string) => (this.background.has(agentId) ? [runsOn] : []) }
    const given = { folders, folderOf, logger, isBusy, worktrees, registry, textChanges, backgroundWork }
    const parts = { checkpoints, search, hub, ...given }
    const callRecorder = new CallRecorder(parts)
    const agentWorktrees = new AgentWorktrees({ ...parts, settings: this.#settings })
    const changing = {
      ...parts,
      mergeTexts: createMerge(GIT_ENVIRONMENT),
      commits: createCommits(GIT_ENVIRONMENT),
      revisions: createRevisions(GIT_ENVIRONMENT),
      tree: this.#tree,
    }
    return {
      ...parts,
      callRecorder,
      agentWorktrees,
      changes: new Changes(changing, callRecorder),
      reviews: new ReviewChanges(changing),
      applying: new ApplyChanges(changing, agentWorktrees, callRecorder),
    }
  }

  /** `crashes`: the files are written, and the engine ends before it records that. */
  async call(agentId: string, all: readonly Write[], crashes = false): Promise<void> {
    const folder = await this.#folderOf(agentId)
    if (folder === null) return
    const record = async (event: Draft): Promise<void> => {
      if (!crashes || event.data.cause === 'outside') await this.#record(event)
    }
    const call = { access: 'execute', paths: [], isInFolder: true } as const
    await this.#engine.callRecorder.around(
      { agentId, turnId: TURN, callId: `call_${this.log.length}`, call, record },
      () => this.#write(folder, all),
      (wrote) => wrote,
    )
    if (crashes) this.#engine = this.start()
  }

  /** Runs work as a call of an agent. `wroteOf` missing: the call does not say what it wrote, like a command. */
  async running<T>(
    agentId: string,
    work: () => Promise<T>,
    { call = COMMAND, wroteOf }: RunningOptions<T> = {},
    engine = this.#engine,
  ): Promise<string> {
    const callId = `call_${crypto.randomUUID()}`
    await engine.callRecorder.around(
      { agentId, turnId: TURN, callId, call, record: (event) => this.#record(event) },
      work,
      wroteOf,
    )
    return callId
  }

  /** What a call, or all calls, of an agent changed. */
  async listed(agentId: string, scope: ChangeScope = { type: 'agent' }): Promise<readonly ListedChange[]> {
    const list = await this.#engine.reviews.list(agentId, scope)
    return list.ok ? list.value.files : []
  }

  /** The agents that lines of a file are said to come from, by line from 1. */
  async blamed(path: string): Promise<ReadonlyMap<number, string>> {
    const { checkpoints, search } = this.#engine
    const file = await new Blame(checkpoints, textChanges, search).file(join(this.project.folder, path))
    const by = new Map<number, string>()
    for (const { start, end, agentId } of file.ok ? file.value.ranges : []) {
      for (let line = start; line <= end; line += 1) by.set(line, agentId)
    }
    return by
  }

  /** Somebody else writes in the agent's folder. */
  async writeOutside(agentId: string, all: readonly Write[]): Promise<void> {
    const folder = await this.#folderOf(agentId)
    if (folder !== null) await this.#write(folder, all)
  }

  async restart(): Promise<void> {
    await this.#engine.checkpoints.close()
    this.#engine = this.start()
  }

  async fork(parentId: string, child: string, { agentWorktrees } = this.#engine): Promise<void> {
    const from = await this.#folderOf(parentId)
    if (this.#tree.get(child) !== undefined || from === null) return
    const before = await filesIn(from)
    const prepared = await agentWorktrees.prepare(parentId, [agentSummary({ id: child, parentId, name: 'Child' })])
    if (!prepared.ok) throw new Error(prepared.error.message)
    this.#tree.put(agentSummary({ id: child, parentId }))
    equal((await agentWorktrees.assign(prepared.value)).ok, true)
    deepEqual({ ...(await filesIn((await this.#folderOf(child)) ?? '')) }, { ...before })
    deepEqual({ ...(await filesIn(from)) }, { ...before })
  }

  /** Merges a child's changes: files that only it changed become its, files that it did not change stay. */
  async apply(child: string, { applying } = this.#engine): Promise<void> {
    const worktree = await this.#worktreeOf(child)
    if (worktree === null) return
    const [base, ours, theirs] = [
      this.states.get(worktree.base),
      await filesIn(worktree.parentFolder),
      await filesIn(worktree.folder),
    ]
    const applied = await applying.apply({ agentId: child, preview: false, skip: [] })
    const then = await filesIn(worktree.parentFolder)
    deepEqual({ ...(await filesIn(worktree.folder)) }, { ...theirs })
    if (!applied.ok) {
      equal(applied.error.category, 'CONFLICT')
      deepEqual({ ...then }, { ...ours })
      return
    }
    const names = new Set([...Object.keys(base ?? {}), ...Object.keys(ours), ...Object.keys(theirs)])
    for (const name of names) {
      if (theirs[name] === base?.[name]) equal(then[name], ours[name])
      else if (ours[name] === base?.[name] || ours[name] === theirs[name]) equal(then[name], theirs[name])
    }
  }

  async removeWorktree(child: string): Promise<void> {
    const worktree = await this.#worktreeOf(child)
    if (worktree === null) return
    equal((await this.#engine.agentWorktrees.remove(child, true)).ok, true)
  }

  /** Takes one event back, or with `since` all of the agent's from it on, as a rewind does. */
  async undo(index: number, since: boolean): Promise<void> {
    const event = this.log[index % Math.max(1, this.log.length)]
    if (event === undefined || event.data.cause === 'outside' || event.data.cause === 'fork') return
    const { agentId, id, data } = event
    if ((await this.#folderOf(agentId)) !== data.folder) return
    const own = this.log.filter((each) => each.agentId === agentId && each.data.folder === data.folder)
    const from = own.indexOf(event)
    const until = since ? own.findLastIndex(({ data: { cause } }) => cause !== 'outside') : from
    const between = own.slice(from, until + 1)
    const [before, after] = [this.states.get(data.before) ?? {}, this.states.get(own[until]?.data.after ?? '') ?? {}]
    const mine = namesIn(between.filter(({ data: { cause } }) => cause !== 'outside'))
    const outside = namesIn(between.filter(({ data: { cause } }) => cause === 'outside'))
    const names = [...mine].filter((name) => before[name] !== after[name])
    const now = await filesIn(data.folder)
    // Whatever else changed in a file is merged, if it can be.
    const isPlain = (name: string): boolean =>
      !outside.has(name) && (now[name] === after[name] || now[name] === before[name])
    const scope = since ? ({ type: 'since', eventId: id - 1 } as const) : ({ type: 'event', eventId: id } as const)
    const undone = await this.#engine.changes.undo(agentId, { scope }, since ? 'restore' : 'undo')
    const then = await filesIn(data.folder)
    if (!undone.ok) {
      equal(undone.error.category, 'CONFLICT')
      // What others did to a file since stays theirs, also where it made what the agent had made.
      const theirs = namesIn(own.slice(until + 1).filter(({ data: { cause } }) => cause === 'outside'))
      equal(names.every(isPlain) && [...mine].every((name) => !outside.has(name) && !theirs.has(name)), false)
      deepEqual({ ...then }, { ...now })
      return
    }
    const wanted: Record<string, string> = { ...now }
    for (const name of names) {
      const old = isPlain(name) ? before[name] : then[name]
      if (old === undefined) delete wanted[name]
      else wanted[name] = old
    }
    for (const name of mine) if (outside.has(name) && then[name] !== undefined) wanted[name] = then[name]
    deepEqual({ ...then }, { ...wanted })
    const last = this.log.findLast((each) => each.agentId === agentId && each.data.folder === data.folder)
    deepEqual({ ...this.states.get(last?.data.after ?? '') }, { ...then })
  }

  /** Takes all changes of an agent back; returns the error. */
  async undoAll(agentId: string, paths?: readonly string[]) {
    const request = { scope: { type: 'agent' }, ...(paths !== undefined && { paths }) } as const
    const undone = await this.#engine.changes.undo(agentId, request)
    return undone.ok ? null : undone.error
  }

  /** Takes all changes of an agent back; throws if that is refused. */
  async undone(agentId: string, request: Omit<UndoRequest, 'scope'> = {}): Promise<UndoneChanges> {
    const undone = await this.#engine.changes.undo(agentId, { scope: { type: 'agent' }, ...request })
    if (!undone.ok) throw new Error(undone.error.message)
    return undone.value
  }

  /** Takes all changes of an agent back; returns the files that were left because it is not certain whose they are. */
  async leftByUndo(agentId: string, paths?: readonly string[]): Promise<readonly string[]> {
    const { unsure } = await this.undone(agentId, paths === undefined ? {} : { paths })
    return unsure
  }

  /** The events of every agent in every folder are a chain. */
  checkChains(): void {
    const chains = Map.groupBy(this.log, ({ agentId, data }) => `${agentId} ${data.folder}`)
    for (const events of chains.values()) {
      for (const [index, event] of events.entries()) {
        if (index > 0) equal(event.data.before, events[index - 1]?.data.after)
      }
    }
  }

  /** Everything that was there at a checkpoint is still stored. */
  async checkNothingLost(): Promise<void> {
    await this.project.git('gc', '--prune=now', '--quiet')
    for (const [id, files] of this.states) deepEqual({ ...(await this.#stored(id)) }, { ...files })
  }

  async close(): Promise<void> {
    await this.#engine.checkpoints.close()
  }

  async folderIn(agentId: string): Promise<string> {
    return (await this.#folderOf(agentId)) ?? ''
  }

  /** Null: there is no such agent yet. */
  async #folderOf(agentId: string): Promise<string | null> {
    if (this.#tree.get(agentId) === undefined) return null
    const folder = await this.#engine.folderOf(agentId)
    return folder.ok ? folder.value : null
  }

  async #worktreeOf(agentId: string) {
    const found = await this.#engine.agentWorktrees.worktreeOf(agentId)
    return found.ok ? found.value : null
  }

  async #write(folder: string, all: readonly Write[]): Promise<readonly WrittenFile[]> {
    const wrote = new Map<string, WrittenFile>()
    for (const { path, content } of all) {
      const file = join(folder, path)
      const earlier = wrote.get(file)
      const before = earlier === undefined ? await readFile(file).catch(() => null) : earlier.before
      wrote.set(file, { path: file, before, after: content === null ? null : Buffer.from(content, 'latin1') })
      if (content === null) await rm(join(folder, path), { force: true })
      else {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), content, 'latin1')
      }
    }
    return [...wrote.values()]
  }

  async #record(event: Draft): Promise<void> {
    this.log.push({ ...event, id: this.log.length + 1, sessionId: 1, createdAt: '' })
    const { cause, before, after, folder } = event.data
    // The newest state is what is on disk, unless it came from outside and has changed again, or the folder is gone.
    const isThere = (await lstat(folder).catch(() => null))?.isDirectory() === true
    if (cause !== 'outside' && isThere) this.states.set(after, await filesIn(folder))
    for (const id of [before, after]) if (!this.states.has(id)) this.states.set(id, await this.#stored(id))
  }

  async #stored(id: string): Promise<Files> {
    const names = (await this.project.stored('ls-tree', '-r', '-z', '--name-only', id)).split('\0').slice(0, -1)
    const files: Record<string, string> = {}
    for (const name of names) files[name] = await this.project.storedBytes('cat-file', 'blob', `${id}:${name}`)
    return files
  }
}

function namesIn(events: readonly AgentEventOf<'checkpoint'>[]): ReadonlySet<string> {
  return new Set(events.flatMap(({ data }) => data.files.map(({ path }) => path)))
}
