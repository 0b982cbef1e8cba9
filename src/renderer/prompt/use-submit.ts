import { useRef, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { type CostlyPrompt, useCostQuestion } from './use-cost-question.ts'

export interface PromptSubmit {
  submit(): void
  readonly pending: boolean
  /** The open question whether a costly prompt shall be sent. */
  readonly costly: CostlyPrompt | null
  answer(isSent: boolean): void
}

/**
 * Sends the content of the prompt box. The box is cleared only after the engine has recorded the text, as a turn's
 * prompt or, while a turn is running, in the queue. If Enter is pressed meanwhile, the content at the end of the first
 * request is sent next. A prompt that costs more than the user's limit is sent after a confirmation.
 */
export function useSubmit(agentId: AgentId): PromptSubmit {
  const { drafts } = useStores()
  const { agents } = useActions()
  const cost = useCostQuestion([agentId])
  const [pending, setPending] = useState(false)
  const asked = useRef<'no' | 'once' | 'again'>('no')

  /** Returns whether the engine accepted the text. */
  async function sendNow(): Promise<boolean> {
    const { text, asText } = drafts.of(agentId)
    if (text.trim() === '' || !(await cost.mayBeSent({ text, asText }))) return false
    const taken = await agents.submit(agentId, text, { asText, ifBusy: 'queue' })
    // Keep text that was typed in the meantime.
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

  return {
    submit: () => void send(),
    pending,
    costly: cost.open,
    answer(isSent) {
      cost.answer(isSent)
      if (isSent) void send()
    },
  }
}

/** Returns whether Enter was pressed while the previous text was being sent. */
function wasAskedAgain({ current }: { readonly current: string }): boolean {
  return current === 'again'
}
