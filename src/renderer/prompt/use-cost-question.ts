import { useRef, useState } from 'react'

import type { Draft } from '../../shared/contract/settings.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { estimateAll, type Estimates } from '../hooks/use-estimate.ts'
import { useConfig } from '../hooks/use-stores.ts'
import { sentQuestions } from './prompt-question.ts'

/** A prompt whose estimated cost is above the user's limit. */
export interface CostlyPrompt {
  readonly text: string
  /** Number of agents that it is sent to. */
  readonly agents: number
  readonly estimates: Estimates
  /** US dollars. */
  readonly limit: number
}

interface CostQuestion {
  /** The open question; null: none. */
  readonly open: CostlyPrompt | null
  /** Returns whether the prompt may be sent. Opens the question if it may not. */
  mayBeSent(draft: Draft): Promise<boolean>
  answer(isSent: boolean): void
}

/**
 * Asks once before a prompt is sent that costs more than the user's limit, for all its agents together. A cost that is
 * not known is no reason to ask.
 */
export function useCostQuestion(agentIds: readonly AgentId[]): CostQuestion {
  const { configuration } = useStores()
  const { prices } = useActions()
  const [open, setOpen] = useState<CostlyPrompt | null>(null)
  const accepted = useRef<string | null>(null)
  return {
    open,
    async mayBeSent(draft) {
      const limit = configuration.getState().config?.askAboveUsd ?? null
      const questions = sentQuestions(agentIds, draft)
      const isAccepted = accepted.current === draft.text
      accepted.current = null
      if (limit === null || questions.length === 0 || isAccepted) return true
      const estimates = (await estimateAll(questions, prices)) ?? []
      if (!isAbove(estimates, limit)) return true
      setOpen({ text: draft.text, agents: agentIds.length, estimates, limit })
      return false
    },
    answer(isAnsweredYes) {
      accepted.current = isAnsweredYes ? (open?.text ?? null) : null
      setOpen(null)
    },
  }
}

/** Returns whether what is sent costs more than the user's limit, as far as is known. */
export function useIsCostly(estimates: Estimates | null): boolean {
  const limit = useConfig(({ config }) => config?.askAboveUsd ?? null)
  return limit !== null && isAbove(estimates ?? [], limit)
}

function isAbove(estimates: Estimates, limit: number): boolean {
  return estimates.reduce((sum, { usd }) => sum + (usd ?? 0), 0) > limit
}
