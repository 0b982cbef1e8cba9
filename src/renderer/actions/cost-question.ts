import type { Draft } from '../../shared/contract/settings.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { ModelRequestPrice } from '../../shared/request-price.ts'
import type { ConfigStore } from '../store/config-store.ts'
import type { CostlyPrompt, DialogStore } from '../store/dialog-store.ts'
import type { PriceActions, PriceQuestion } from './price-actions.ts'
import { sentQuestions } from './prompt-question.ts'

/** The question before a prompt is sent that costs more than the user's limit. */
export interface CostQuestion {
  /**
   * Returns whether the prompt may be sent to these agents. Asks once, for all of them together, if it costs more than
   * the limit. A cost that is not known is no reason to ask.
   */
  mayBeSent(agentIds: readonly AgentId[], draft: Draft): Promise<boolean>
  /** As `mayBeSent`, for requests that do not come from a prompt box. */
  mayBeAsked(questions: readonly PriceQuestion[]): Promise<boolean>
}

export function createCostQuestion(
  prices: PriceActions,
  configuration: ConfigStore,
  dialogs: DialogStore,
): CostQuestion {
  async function mayBeAsked(questions: readonly PriceQuestion[]): Promise<boolean> {
    const limit = configuration.getState().config?.askAboveUsd ?? null
    if (limit === null || questions.length === 0) return true
    const estimates = (await prices.estimateAll(questions)) ?? []
    return !costsMore(estimates, limit) || ask(dialogs, { agents: estimates.length, estimates, limit })
  }

  return { mayBeAsked, mayBeSent: (agentIds, draft) => mayBeAsked(sentQuestions(agentIds, draft)) }
}

/** Whether the requests cost more than the limit, US dollars, as far as is known. */
export function costsMore(estimates: readonly ModelRequestPrice[], limit: number): boolean {
  return estimates.reduce((sum, { usd }) => sum + (usd ?? 0), 0) > limit
}

/** Shows the question; resolves to false when the dialog is closed in any other way. */
function ask(dialogs: DialogStore, prompt: CostlyPrompt): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = { type: 'cost', prompt, onSend: () => end(true) } as const
    const stop = dialogs.subscribe((state) => {
      if (state.dialog !== dialog) end(false)
    })
    function end(isSent: boolean): void {
      stop()
      resolve(isSent)
    }
    dialogs.setState({ dialog })
  })
}
