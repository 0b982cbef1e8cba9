import type { ReactNode } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { ModelRequestPrice } from '../../shared/request-price.ts'
import { subtreeTotals } from '../../shared/usage-totals.ts'
import { BudgetMeter, useBudget } from '../agent/budget-meter.tsx'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useModels, useTree, useViews } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { formatCost, listPricesTitle, NO_PRICE_TITLE } from '../parts/money-text.ts'
import { useNow } from '../parts/use-now.ts'
import { texts } from '../text/texts.ts'
import { cacheStateAt, cacheText } from './cache-clock.ts'
import styles from './gauge-details.module.css'
import { KeepWarmChoice } from './keep-warm-choice.tsx'
import { answerTokens, exactContext, fillOf, nextPromptText, shareOf } from './gauge-text.ts'
import { SwitchPrice, useLikelySwitch } from './switch-price.tsx'

const words = texts.contextGauge

interface GaugeDetailsProps {
  readonly agent: AgentSummary
  readonly price: ModelRequestPrice | null
  /** Size of the model's context window, tokens; null: not known. */
  readonly window: number | null
  /** Called by buttons that lead elsewhere. */
  onLeave(): void
}

/** The figures of the gauge: context, last answer, costs, cache, next prompt, budget. */
export function GaugeDetails({ agent, price, window, onLeave }: GaugeDetailsProps) {
  return (
    <div className={styles.details}>
      <dl className={styles.rows}>
        {price === null ? null : <ContextRow price={price} window={window} />}
        <LastAnswerRow agent={agent} />
        <CostRow agent={agent} />
        {price === null ? null : <PriceRows agent={agent} price={price} />}
        <SwitchRow agent={agent} />
        <BudgetRow agent={agent} />
      </dl>
      <div className={styles.buttons}>
        <InspectorButton onLeave={onLeave} />
        <UsageButton onLeave={onLeave} />
      </div>
    </div>
  )
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ContextRow({
  price: { context },
  window,
}: {
  readonly price: ModelRequestPrice
  readonly window: number | null
}) {
  const isFull = fillOf(shareOf(context, window)) === 'full'
  return (
    <Row name={words.rows.context}>
      {exactContext(context, window)}
      {isFull ? <p className={styles.advice}>{words.fullAdvice}</p> : null}
    </Row>
  )
}

function LastAnswerRow({ agent }: { readonly agent: AgentSummary }) {
  const last = useViews(({ views }) => views.get(agent.id)?.events.findLast(({ kind }) => kind === 'assistant'))
  const tokens = answerTokens(last?.data)
  if (tokens === null) return null
  return (
    <Row name={words.rows.lastAnswer}>
      {tokens.map((line) => (
        <span key={line} className={styles.line}>
          {line}
        </span>
      ))}
    </Row>
  )
}

/** Costs are sums of what was recorded with the answers. */
function CostRow({ agent }: { readonly agent: AgentSummary }) {
  const below = useTree(({ agents }) => {
    const totals = subtreeTotals([...agents.values()]).get(agent.id)
    return totals === undefined || totals.descendants === 0 ? null : formatCost(totals.cost)
  })
  const asOf = useModels(({ list }) => list?.pricesAsOf ?? null)
  return (
    <Row name={words.rows.agent}>
      <span title={listPricesTitle(asOf)}>
        {below === null ? formatCost(agent.cost) : words.costBelow({ cost: formatCost(agent.cost), below })}
      </span>
    </Row>
  )
}

const SECOND_MS = 1_000

function PriceRows({ agent, price }: { readonly agent: AgentSummary; readonly price: ModelRequestPrice }) {
  const now = useNow(SECOND_MS)
  const text = nextPromptText(price, cacheStateAt(price, now) === 'cold')
  return (
    <>
      <Row name={words.rows.cache}>
        <span className={styles.line}>{cacheText(price, now)}</span>
        {agent.status === 'killed' ? null : <KeepWarmChoice agentId={agent.id} />}
      </Row>
      <Row name={words.rows.nextPrompt}>
        {price.usdCold === null ? <span title={NO_PRICE_TITLE}>{text}</span> : text}
      </Row>
    </>
  )
}

function SwitchRow({ agent }: { readonly agent: AgentSummary }) {
  const model = useLikelySwitch(agent)
  if (model === null || agent.choice === null || agent.status === 'killed') return null
  return (
    <Row name={words.rows.switch}>
      <SwitchPrice agent={agent} choice={agent.choice} model={model} />
    </Row>
  )
}

function BudgetRow({ agent }: { readonly agent: AgentSummary }) {
  const { dialogs } = useStores()
  const use = useBudget(agent.id)
  return (
    <Row name={words.rows.budget}>
      {use === null ? (
        <Button onClick={() => dialogs.setState({ dialog: { type: 'budget', agentId: agent.id } })}>
          {words.setBudget}
        </Button>
      ) : (
        <BudgetMeter agentId={agent.id} use={use} />
      )}
    </Row>
  )
}

function InspectorButton({ onLeave }: Pick<GaugeDetailsProps, 'onLeave'>) {
  const { inspector: store } = useStores()
  const { inspector } = useActions()
  return (
    <Button
      tone="quiet"
      onClick={() => {
        onLeave()
        if (!store.getState().open) inspector.toggle()
      }}
    >
      {words.inspector}
    </Button>
  )
}

function UsageButton({ onLeave }: Pick<GaugeDetailsProps, 'onLeave'>) {
  const { usage } = useActions()
  return (
    <Button
      tone="quiet"
      onClick={() => {
        onLeave()
        usage.open()
      }}
    >
      {words.usage}
    </Button>
  )
}
