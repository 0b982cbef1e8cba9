import type { BlamedFile, BlamedLines } from '../../../shared/blame.ts'
import { addCosts, NO_COST } from '../../../shared/cost-sum.ts'
import { costOf } from '../../../shared/recorded-cost.ts'
import { whoseFile } from '../../../shared/file-changes.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { Checkpoints, FileVersion, TextChanges } from '../ports/checkpoint-ports.ts'
import type { CheckpointLog } from '../ports/search-ports.ts'
import { addedLines, lineRanges } from './blamed-lines.ts'
import { type CheckpointEvent, checkpointsIn } from './change-spans.ts'
import { foldersAbove, pathIn } from './shown-path.ts'

/** A file of which lines are looked up, as it is now. */
interface BlamedText {
  /** Absolute. */
  readonly path: string
  readonly content: Uint8Array
}

const EMPTY = new Uint8Array()

/** Finds the changes of agents that brought the lines of a file (docs/behaviour/changes.md#blame). */
export class Blame {
  readonly #checkpoints: Checkpoints
  readonly #textChanges: TextChanges
  readonly #search: CheckpointLog

  constructor(checkpoints: Checkpoints, textChanges: TextChanges, search: CheckpointLog) {
    this.#checkpoints = checkpoints
    this.#textChanges = textChanges
    this.#search = search
  }

  /** `path`: absolute, symlinks resolved. */
  async file(path: string): Promise<Result<BlamedFile>> {
    const place = { store: 'copies', folder: '/' } as const
    const current = await this.#checkpoints.current(place, [path.replace(/^\//, '')])
    if (!current.ok) return current
    const [file = null] = current.value
    if (file === null || file.mode === 'link') return refuse(`${path}: there is no such file.`)
    const found = await this.#search.checkpointsIn(foldersAbove(path))
    if (!found.ok) return found
    const text = { path, content: file.content }
    const by = new Map<number, CheckpointEvent>()
    for (const event of checkpointsIn(found.value).toReversed()) {
      const brought = await this.#brought(text, event)
      const open = new Set([...brought].filter((line) => !by.has(line)))
      if (open.size === 0) continue
      for (const [line, origin] of await this.#origins(text, event, open)) by.set(line, origin)
    }
    return this.#described(text, by)
  }

  /** The lines as they are now that were there after a change and not before it. */
  async #brought(text: BlamedText, { data }: CheckpointEvent): Promise<ReadonlySet<number>> {
    const none = new Set<number>()
    const path = pathIn(data.folder, text.path)
    const isNamed = data.more !== undefined || data.files.some((file) => file.path === path)
    if ((data.cause !== 'call' && data.cause !== 'apply') || !isNamed || whoseFile(data, path) !== 'own') return none
    const differences = await this.#checkpoints.difference(data, data.before, data.after)
    const difference = differences.ok ? differences.value.find((each) => each.path === path) : undefined
    if (difference === undefined) return none
    const before = await this.#content(data, difference.before)
    const after = await this.#content(data, difference.after)
    if (before === null || after === null) return none
    const sinceBefore = this.#textChanges.hunks(before, text.content)
    const sinceAfter = this.#textChanges.hunks(after, text.content)
    if (sinceBefore === null || sinceAfter === null) return none
    const later = addedLines(sinceAfter)
    return new Set([...addedLines(sinceBefore)].filter((line) => !later.has(line)))
  }

  /**
   * Lines that were applied from another agent's worktree come from the changes of that agent; of the others it is not known
   * who wrote them there.
   */
  async #origins(
    text: BlamedText,
    event: CheckpointEvent,
    lines: ReadonlySet<number>,
  ): Promise<ReadonlyMap<number, CheckpointEvent>> {
    const { from_agent: from, folder } = event.data
    if (from === undefined) return new Map([...lines].map((line) => [line, event]))
    const by = new Map<number, CheckpointEvent>()
    const found = await this.#search.checkpoints(from)
    if (!found.ok) return by
    for (const change of checkpointsIn(found.value)) {
      const there = { ...text, path: `${change.data.folder}/${pathIn(folder, text.path)}` }
      const brought = await this.#brought(there, change)
      const wanted = new Set([...brought].filter((line) => lines.has(line)))
      for (const [line, origin] of await this.#origins(there, change, wanted)) by.set(line, origin)
    }
    return by
  }

  /** Null: the content is not stored here. */
  async #content(data: CheckpointEvent['data'], version: FileVersion | null): Promise<Uint8Array | null> {
    if (version === null) return EMPTY
    const read = await this.#checkpoints.read(data, [version])
    return read.ok ? (read.value[0] ?? null) : null
  }

  async #described({ content }: BlamedText, by: ReadonlyMap<number, CheckpointEvent>): Promise<Result<BlamedFile>> {
    const ranges: BlamedLines[] = []
    for (const { start, end, value: event } of lineRanges(by)) {
      ranges.push({ start, end, eventId: event.id, agentId: event.agentId, ...(await this.#turnOf(event)) })
    }
    return ok({ lineCount: lineCount(content), ranges })
  }

  async #turnOf({
    agentId,
    turnId,
    id,
  }: CheckpointEvent): Promise<Omit<BlamedLines, 'start' | 'end' | 'eventId' | 'agentId'>> {
    const turn = turnId === null ? null : await this.#search.turn(agentId, turnId)
    const events = turn?.ok === true ? turn.value : []
    const prompts = events.filter(({ kind }) => kind === 'user')
    const answer = events.findLast((event) => event.kind === 'assistant' && event.id < id)
    const { provider, model } = answer?.kind === 'assistant' ? answer.data : {}
    return {
      model: provider === undefined || model === undefined ? null : { provider, name: model },
      prompt: (prompts.find((prompt) => prompt.turnId === turnId) ?? prompts[0])?.content ?? null,
      merged: events.flatMap((event) => (event.kind === 'merge' ? event.data.sources : [])),
      cost: events.map(costOf).reduce(addCosts, NO_COST),
    }
  }
}

const LINE_BREAK = 0x0a

function lineCount(content: Uint8Array): number {
  const breaks = content.reduce((count, byte) => (byte === LINE_BREAK ? count + 1 : count), 0)
  return content.length === 0 || content.at(-1) === LINE_BREAK ? breaks : breaks + 1
}
