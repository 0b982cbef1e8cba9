import { useRef, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'

/**
 * Sends what stands in the prompt box. The text leaves the box when the engine has recorded it, as a turn's prompt or,
 * while a turn runs, in the queue; not before. Enter that is pressed meanwhile sends what is in the box then.
 */
export function useSubmit(agentId: AgentId): { submit(): void; pending: boolean } {
  const { drafts } = useStores()
  const { agents } = useActions()
  const [pending, setPending] = useState(false)
  const asked = useRef<'no' | 'once' | 'again'>('no')

  /** Answers whether the text was taken. */
  async function sendNow(): Promise<boolean> {
    const { text, asText } = drafts.of(agentId)
    if (text.trim() === '') return false
    const taken = await agents.submit(agentId, text, { asText, ifBusy: 'queue' })
    // What was typed on in the meantime stays.
    const now = drafts.of(agentId).text
    if (taken && now.startsWith(text)) drafts.type(agentId, now.slice(text.length))
    return taken
  }

  async function send(): Promise<void> {
    if (asked.current !== 'no') {
      asked.current = 'again'
      return
    }
    setPending(true)
    let taken: boolean
    do {
      asked.current = 'once'
      taken = await sendNow()
    } while (taken && wasAskedAgain(asked))
    asked.current = 'no'
    setPending(false)
  }

  return { submit: () => void send(), pending }
}

/** Enter was pressed while the text before was on its way. */
function wasAskedAgain({ current }: { readonly current: string }): boolean {
  return current === 'again'
}
