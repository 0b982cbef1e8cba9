import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { parseInput } from '../../shared/slash-command.ts'
import { useWindow } from '../frame/window-context.ts'
import { isBusy } from '../store/prompt-queue.ts'

/**
 * Sends what stands in the prompt box. The text leaves the box when it was taken, not before. A prompt that comes while a
 * turn runs is queued; a command is not, because the engine knows which of them may run then.
 */
export function useSubmit(agentId: AgentId): { submit(): void; pending: boolean } {
  const { agents, drafts, queues, tree } = useWindow()
  const [pending, setPending] = useState(false)

  async function send(): Promise<void> {
    const text = drafts.store.getState().texts.get(agentId) ?? ''
    if (pending || text.trim() === '') return
    if (isBusy(tree.getState().agents.get(agentId)) && startsTurn(text)) {
      queues.add(agentId, text)
      drafts.type(agentId, '')
      return
    }
    setPending(true)
    const taken = await agents.submit(agentId, text)
    setPending(false)
    // What was typed on in the meantime stays.
    const now = drafts.store.getState().texts.get(agentId) ?? ''
    if (taken && now.startsWith(text)) drafts.type(agentId, now.slice(text.length))
  }

  return { submit: () => void send(), pending }
}

function startsTurn(text: string): boolean {
  const parsed = parseInput(text)
  return parsed.ok && parsed.steps.some((step) => step.type === 'prompt' && step.starts)
}
