import { Popover } from '@base-ui/react/popover'
import { useEffect, useState } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { isUsed } from '../../shared/usage-totals.ts'
import { useConnection, useModels, usePrices, useViews } from '../hooks/use-stores.ts'
import { formatCost, spokenCost } from '../parts/money-text.ts'
import popoverStyles from '../parts/popover.module.css'
import { modelOfSpec } from '../store/model-store.ts'
import styles from './context-gauge.module.css'
import { type Fill, fillOf, exactContext, shortContext, shareOf, spokenContext } from './gauge-text.ts'
import { GaugeDetails } from './gauge-details.tsx'
import type { ModelRequestPrice } from '../../shared/request-price.ts'
import { texts } from '../text/texts.ts'
import { type CacheState, cacheStateAt, untilNextState } from './cache-clock.ts'
import type { AgentId } from '../../shared/ids.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { useBudget } from '../agent/budget-meter.tsx'
import { useAgent } from '../hooks/use-agent.ts'

const words = texts.contextGauge

/** How full the agent's context is and what the agent has cost. A click shows the details. */
export function ContextGauge({ agent }: { agent: AgentSummary }) {
  const [open, setOpen] = useState(false)
  const price = useNextPrice(agent.id)
  const cache = useCacheState(price)
  const window =
    useModels(({ list }) => (price === null ? null : modelOfSpec(list, price.model)?.contextWindow)) ?? null
  const cost = isUsed(agent) ? agent.cost : null
  const context = price?.context ?? null
  const hasBudget = useBudget(agent.id) !== null
  // A root that has said nothing holds only what every agent holds; its budget is shown and changed here.
  const isNew = agent.parentId === null && agent.lastMessageId === undefined
  if (!hasBudget && cost === null && (context === null || isNew)) return null
  const share = context === null ? null : shareOf(context, window)
  const spoken = [
    context === null ? words.spoken.unknown : spokenContext(context, window),
    ...(cost === null ? [] : [spokenCost(cost)]),
  ]
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={styles.gauge}
        title={context === null ? undefined : words.title({ context: exactContext(context, window) })}
      >
        <span className="visually-hidden">{spoken.join(', ')}</span>
        <span className={styles.figures} aria-hidden>
          <ContextRing share={share} fill={fillOf(share)} cache={cache} />
          {context === null || fillOf(share) === 'room' ? null : <span>{shortContext(context, window)}</span>}
          {cost === null ? null : <span>{formatCost(cost)}</span>}
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" collisionPadding={12}>
          <Popover.Popup className={popoverStyles.popup} aria-label={words.label}>
            <GaugeDetails agent={agent} price={price} window={window} onLeave={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The longest delay of a timer, ms. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** Returns the state of the agent's cache entry, and renders again when the state changes. */
function useCacheState(price: ModelRequestPrice | null): CacheState {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (price === null) return
    const time = Date.now()
    const isCurrent = cacheStateAt(price, time) === cacheStateAt(price, now)
    const wait = isCurrent ? untilNextState(price, time) : 0
    if (wait === null) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(wait, MAX_DELAY_MS))
    return () => clearTimeout(timer)
  }, [price, now])
  return price === null ? 'none' : cacheStateAt(price, now)
}

/** Returns the estimated price of the agent's next request, kept up to date; null: not loaded, or it has no model. */
function useNextPrice(agentId: AgentId): ModelRequestPrice | null {
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

const RADIUS = 6
const CIRCUMFERENCE = 2 * Math.PI * RADIUS

interface ContextRingProps {
  /** From 0 to 1; null: the window is not known. */
  readonly share: number | null
  readonly fill: Fill
  readonly cache: CacheState
}

/**
 * How full the context window is. Thicker when it is high, with a mark when nearly full; dashed before the cache ends.
 */
function ContextRing({ share, fill, cache }: ContextRingProps) {
  return (
    <svg className={styles.ring} viewBox="0 0 16 16" data-fill={fill} data-cache={cache} aria-hidden>
      <circle className={styles.track} cx="8" cy="8" r={RADIUS} />
      {share === null || share === 0 ? null : (
        <circle
          className={styles.share}
          cx="8"
          cy="8"
          r={RADIUS}
          strokeDasharray={`${share * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
          transform="rotate(-90 8 8)"
        />
      )}
      {fill === 'full' ? <path className={styles.mark} d="M8 4.75v4M8 10.75v.5" /> : null}
    </svg>
  )
}
