import { useRef, type RefObject } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { type Mention, mentionCompletion } from './mention.ts'
import type { Completion } from './prompt-completion.ts'

type WaitingKey = 'Tab' | 'Enter'

interface Lookup {
  readonly value: string
  readonly mention: Mention
  waitingKey: WaitingKey | null
}

export interface FileLookup {
  /**
   * Looks up the files of a mention in the text `value`, unless that is being done. A key that waits for the same
   * query in another text waits for this lookup.
   */
  start(value: string, mention: Mention): void
  /** Ignores the result of the lookup that is running. */
  stop(): void
  /** Returns whether the key waits for the lookup that is running. */
  waits(key: string): boolean
}

/**
 * Looks up files of the working folder for completions. `onFound` gets the completions, null: no file matches, and the
 * key that was pressed in the meantime. Only the result of the last lookup counts.
 */
export function useFileLookup(
  agentId: AgentId,
  box: RefObject<HTMLTextAreaElement | null>,
  onFound: (completion: Completion | null, waitingKey: WaitingKey | null) => void,
): FileLookup {
  const { folders } = useActions()
  const running = useRef<Lookup | null>(null)

  async function lookUp(lookup: Lookup): Promise<void> {
    running.current = lookup
    const files = await folders.files(agentId, lookup.mention.query)
    if (running.current !== lookup) return
    running.current = null
    if (box.current?.value !== lookup.value) return
    onFound(mentionCompletion(lookup.mention, files), lookup.waitingKey)
  }

  return {
    start(value, mention) {
      const before = running.current
      if (before?.value === value && before.mention.to === mention.to) return
      const isSameQuery = before?.mention.query === mention.query
      void lookUp({ value, mention, waitingKey: isSameQuery ? before.waitingKey : null })
    },
    stop() {
      running.current = null
    },
    waits(key) {
      const lookup = running.current
      if (lookup === null || lookup.mention.query === '' || (key !== 'Tab' && key !== 'Enter')) return false
      lookup.waitingKey = key
      return true
    },
  }
}
