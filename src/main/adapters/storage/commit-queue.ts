import type { Result } from '../../../shared/result.ts'
import type { Change, Committed } from '../../core/ports/log-ports.ts'
import { groupLength, mergeChanges, splitCommitted } from './merge-changes.ts'

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
