import type { Result } from '../../../shared/result.ts'
import type { Change, Committed } from '../../core/ports/log-ports.ts'
import type { AgentEvent } from '../../../shared/agent-event.ts'
import { changedAgents } from './commit-parameters.ts'

interface WaitingChange {
  readonly change: Change
  readonly settle: (result: Result<Committed>) => void
}

/** `isRefused`: the database answered and kept nothing, so that each change of a group can be tried alone. */
export type Written = Result<Committed> & { readonly isRefused?: boolean }

/**
 * Commits one group of changes at a time: what arrives during a commit is committed together in the next one, so that
 * many agents share one round trip and one flush to disk. Changes are committed in the order in which they arrive.
 *
 * A group is one statement and one transaction. If the database refuses it, each of its changes is committed alone, so
 * that a change is refused only for reasons of its own.
 */
export function createCommitQueue(
  write: (change: Change) => Promise<Written>,
): (change: Change) => Promise<Result<Committed>> {
  const waiting: WaitingChange[] = []
  let isWriting = false

  const writeGroup = async (group: readonly WaitingChange[]): Promise<void> => {
    const changes = group.map(({ change }) => change)
    const written = await write(mergeChanges(changes))
    if (!written.ok && written.isRefused === true && group.length > 1) {
      for (const each of group) await writeGroup([each])
      return
    }
    const parts = written.ok ? splitCommitted(changes, written.value) : []
    for (const [index, { settle }] of group.entries()) {
      const value = parts[index]
      settle(written.ok && value !== undefined ? { ok: true, value } : written)
    }
  }
  const writeAll = async (): Promise<void> => {
    isWriting = true
    while (waiting.length > 0) {
      const length = groupLength(waiting.map(({ change }) => change))
      await writeGroup(waiting.splice(0, length))
    }
    isWriting = false
  }
  return (change) =>
    new Promise((settle) => {
      waiting.push({ change, settle })
      if (!isWriting) void writeAll()
    })
}

/** Larger groups would make their first changes wait for the last ones. */
const MAX_EVENTS = 1_000
const MAX_CHARACTERS = 1_000_000

/**
 * Returns how many of the first changes can be committed together, at least one. A kill excludes other commits, and so does a new home. A turn
 * that one change starts and another one settles would look like a turn that continues.
 */
function groupLength(changes: readonly Change[]): number {
  const size = { events: 0, characters: 0 }
  const begun = new Set<string>()
  const settled = new Set<string>()
  for (const [index, change] of changes.entries()) {
    const starts = (change.startedTurns ?? []).map(({ turnId }) => turnId)
    const settles = change.settledTurns ?? []
    size.events += change.events?.length ?? 0
    size.characters += charactersOf(change)
    const isTooLarge = size.events > MAX_EVENTS || size.characters > MAX_CHARACTERS
    const isOfOther = settles.some((id) => begun.has(id)) || starts.some((id) => settled.has(id))
    const isAlone = change.kill !== undefined || change.takenOver !== undefined
    if (index > 0 && (isAlone || isTooLarge || isOfOther)) return index
    if (isAlone) return 1
    for (const id of starts) begun.add(id)
    for (const id of settles) settled.add(id)
  }
  return changes.length
}

/** An estimate from the texts: encoding `data` to measure it would take as long as writing it. */
function charactersOf({ events = [], newMail = [] }: Change): number {
  const blocks = (data: unknown): number =>
    typeof data === 'object' && data !== null && 'blocks' in data && Array.isArray(data.blocks) ? data.blocks.length : 0
  const ofEvents = events.reduce((sum, { content, data }) => sum + (content?.length ?? 0) + 1_000 * blocks(data), 0)
  return newMail.reduce((sum, { content }) => sum + content.length, ofEvents)
}

/** Returns one change that does what all of these do, in their order. */
function mergeChanges(changes: readonly Change[]): Change {
  const [only] = changes
  if (changes.length === 1 && only !== undefined) return only
  return {
    newAgents: changes.flatMap(({ newAgents = [] }) => newAgents),
    agentChanges: changes.flatMap(({ agentChanges = [] }) => agentChanges),
    events: changes.flatMap(({ events = [] }) => events),
    startedTurns: changes.flatMap(({ startedTurns = [] }) => startedTurns),
    settledTurns: changes.flatMap(({ settledTurns = [] }) => settledTurns),
    newMail: changes.flatMap(({ newMail = [] }) => newMail),
    readMail: changes.flatMap(({ readMail = [] }) => readMail),
    sentPrompts: changes.flatMap(({ sentPrompts = [] }) => sentPrompts),
  }
}

/**
 * Returns what each of the merged changes committed. An agent that several of them change is as all of them left it.
 */
function splitCommitted(changes: readonly Change[], { events, agents }: Committed): readonly Committed[] {
  if (changes.length === 1) return [{ events, agents }]
  let start = 0
  return changes.map((change) => {
    const end = start + (change.events?.length ?? 0)
    const own: readonly AgentEvent[] = events.slice(start, end)
    start = end
    const ids = changedAgents(change)
    return { events: own, agents: agents.filter(({ id }) => ids.has(id)) }
  })
}
