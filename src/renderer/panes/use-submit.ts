import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useWindow } from '../frame/window-context.ts'

/** Sends what stands in the prompt box. The text leaves the box when it was taken, not before. */
export function useSubmit(agentId: AgentId): { submit(): void; pending: boolean } {
  const { agents, drafts } = useWindow()
  const [pending, setPending] = useState(false)

  async function send(): Promise<void> {
    const text = drafts.store.getState().texts.get(agentId) ?? ''
    if (pending || text.trim() === '') return
    setPending(true)
    const taken = await agents.submit(agentId, text)
    setPending(false)
    // What was typed on in the meantime stays.
    const now = drafts.store.getState().texts.get(agentId) ?? ''
    if (taken && now.startsWith(text)) drafts.type(agentId, now.slice(text.length))
  }

  return { submit: () => void send(), pending }
}
