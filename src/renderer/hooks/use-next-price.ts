import { useEffect } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import type { ModelRequestPrice } from '../../shared/request-price.ts'
import { useActions } from './app-context.ts'
import { useAgent } from './use-agent.ts'
import { useConnection, usePrices, useViews } from './use-stores.ts'

/** Returns the estimated price of the agent's next request, kept up to date; null: not loaded, or it has no model. */
export function useNextPrice(agentId: AgentId): ModelRequestPrice | null {
  const { prices } = useActions()
  const choice = useAgent(agentId)?.choice ?? null
  const spec = choice === null ? null : modelSpecText(choice.provider, choice.model, choice.thinkingLevel)
  const lastEventId = useViews(({ views }) => views.get(agentId)?.lastEventId ?? 0)
  const isOpen = useConnection(({ connection }) => connection === 'open')
  useEffect(() => {
    if (isOpen) void prices.load(agentId)
  }, [prices, agentId, spec, lastEventId, isOpen])
  return usePrices(({ byAgent }) => byAgent.get(agentId) ?? null)
}
