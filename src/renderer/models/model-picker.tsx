import { Command } from 'cmdk'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'

import { DEFAULT_THINKING_LEVEL, levelsOf, type ThinkingLevel } from '../../shared/thinking-level.ts'
import { UnseenWarning } from '../parts/unseen-warning.tsx'
import { useActions } from '../hooks/app-context.ts'
import { useUnseenWarning } from '../hooks/use-unseen.ts'
import { estimateText, NO_PRICE_TITLE } from '../parts/money-text.ts'
import { formatShortCount } from '../parts/format-figures.ts'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import type { LearnedPart } from '../../shared/model-info.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { ProviderName } from '../../shared/providers.ts'
import type { ModelRequestPrice } from '../../shared/request-price.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import { LevelChoice } from './level-choice.tsx'
import { modelFacts, modelKey, nextLevel } from './model-groups.ts'
import styles from './model-picker.module.css'
import type { PickedPool } from './model-pools.ts'
import { useModelGroups } from './use-model-groups.ts'
import { useEstimate } from '../hooks/use-estimate.ts'
import { useModels } from '../hooks/use-stores.ts'
import { dateAndTime } from '../store/calendar-day.ts'
import { unsentPart } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'

const words = texts.models.picker

interface ModelPickerProps {
  /** The current choice. */
  readonly current: { readonly model: string; readonly thinkingLevel: ThinkingLevel } | null
  /** The agent whose next prompt the prices are for; missing: no prices. */
  readonly agentId?: AgentId
  /** Whether the model is only used for a preview, so that one without a key can be selected. */
  readonly sendsNothing?: boolean
  /** Whether pools can be chosen as well. */
  readonly offersPools?: boolean
  /** Only models of this provider; missing: of all. */
  readonly provider?: ProviderName
  /** `MODEL/LEVEL` or `@POOL`, as typed after `/model`. */
  onChoose(spec: string): void
}

/** Models by provider with a search field, and the thinking levels of the highlighted one. Enter selects both. */
export function ModelPicker({
  current,
  agentId,
  sendsNothing = false,
  offersPools = true,
  provider,
  onChoose,
}: ModelPickerProps) {
  const [query, setQuery] = useState('')
  const [highlighted, setHighlighted] = useState(current?.model ?? '')
  const [level, setLevel] = useState(current?.thinkingLevel ?? DEFAULT_THINKING_LEVEL)
  const radioName = useId()
  const { settings: actions } = useActions()
  // What servers refuse is learned with every request.
  useEffect(() => void actions.loadModels(), [actions])
  const { pools, groups, today } = useModelGroups(query, provider)
  const models = groups.flatMap((group) => group.models)
  const prices = useModelPrices(agentId ?? null, level)
  const unseen = useUnseenWarning(agentId ?? null)
  const model = models.find((each) => modelKey(each) === highlighted || each.id === highlighted) ?? null

  function onKeyDown(key: KeyboardEvent): void {
    const step = key.key === 'ArrowRight' ? 1 : key.key === 'ArrowLeft' ? -1 : null
    // In a query, arrow keys move the cursor; on a radio button, the browser handles them.
    if (step === null || query !== '' || !(key.target instanceof HTMLInputElement) || key.target.type === 'radio')
      return
    key.preventDefault()
    setLevel(nextLevel(level, step, levelsOf(model?.thinking ?? null)))
  }

  return (
    <Command
      label={words.label}
      shouldFilter={false}
      value={model === null ? highlighted : modelKey(model)}
      onValueChange={setHighlighted}
      onKeyDown={onKeyDown}
    >
      <Command.Input
        ref={focusOnMount}
        className={styles.search}
        placeholder={words.search}
        value={query}
        onValueChange={setQuery}
      />
      <div className={styles.columns}>
        <Command.List className={styles.list} label={words.models}>
          <PoolGroup pools={offersPools ? pools : []} current={current?.model} onChoose={onChoose} />
          {groups.map((group) => (
            <Command.Group key={group.label} heading={<GroupHeading label={group.label} obstacle={group.obstacle} />}>
              {group.models.map((each) => (
                <Command.Item
                  key={modelKey(each)}
                  value={modelKey(each)}
                  disabled={group.obstacle !== null && !sendsNothing}
                  className={styles.item}
                  data-current={each.id === current?.model}
                  onSelect={() => onChoose(modelSpecText(each.provider, each.id, level))}
                >
                  <span className={styles.name}>{each.id}</span>
                  <span className={styles.facts}>
                    <UnseenWarning isBrief warning={unseen({ provider: each.provider, model: each.id })} />
                    {modelFacts(each, today, formatShortCount)}
                    <NextPromptPrice price={prices.get(modelSpecText(each.provider, each.id, level))} />
                  </span>
                </Command.Item>
              ))}
            </Command.Group>
          ))}
          {query.trim() === '' || models.some((each) => each.id === query.trim()) ? null : (
            <Command.Item className={styles.item} value="typed" onSelect={() => onChoose(`${query.trim()}/${level}`)}>
              <span className={styles.name}>{words.useTyped({ name: query.trim() })}</span>
              <span className={styles.facts}>{words.asTyped}</span>
            </Command.Item>
          )}
        </Command.List>
        <LevelChoice name={radioName} model={model} level={level} onChange={setLevel} />
      </div>
      <Learned parts={model?.learned ?? []} />
      <Hint hasPrices={prices.size > 0} sendsNothing={sendsNothing} />
    </Command>
  )
}

/** What the server of the highlighted model has refused, and what is sent instead. */
function Learned({ parts }: { parts: readonly LearnedPart[] }) {
  const [first] = parts.map(({ at }) => at).toSorted((a, b) => a - b)
  if (first === undefined) return null
  const names = parts.map(({ part }) => unsentPart(part)).join(', ')
  return (
    <p className={styles.hint} role="note">
      {words.learned({ parts: names, since: dateAndTime(first) })}
    </p>
  )
}

function Hint({ hasPrices, sendsNothing }: { hasPrices: boolean; sendsNothing: boolean }) {
  const hints = [words.keys, ...(hasPrices ? [words.pricesHint] : []), ...(sendsNothing ? [words.nothingIsSent] : [])]
  return <p className={styles.hint}>{hints.join(' · ')}</p>
}

function NextPromptPrice({ price }: { price: ModelRequestPrice | undefined }) {
  if (price === undefined) return null
  return (
    <span className={styles.price} title={price.usd === null ? NO_PRICE_TITLE : words.price}>
      {estimateText([price])}
    </span>
  )
}

interface PoolGroupProps {
  readonly pools: readonly PickedPool[]
  readonly current: string | undefined
  onChoose(spec: string): void
}

/** Pools have no levels to choose: each member has its own. */
function PoolGroup({ pools, current, onChoose }: PoolGroupProps) {
  if (pools.length === 0) return null
  return (
    <Command.Group heading={<GroupHeading label={words.pools} obstacle={null} />}>
      {pools.map(({ spec, facts }) => (
        <Command.Item
          key={spec}
          value={spec}
          className={styles.item}
          data-current={spec === current}
          onSelect={() => onChoose(spec)}
        >
          <span className={styles.poolName}>{spec}</span>
          <span className={styles.poolFacts} title={facts}>
            {facts}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

function GroupHeading({ label, obstacle }: { label: string; obstacle: string | null }) {
  return (
    <span className={styles.heading}>
      {label}
      {obstacle === null ? null : <span className={styles.obstacle}>{obstacle}</span>}
    </span>
  )
}

/**
 * Returns the estimated price of the agent's next prompt for each model that can be selected, by its spec at that
 * level. Empty without an agent, and until the prices are known.
 */
function useModelPrices(agentId: AgentId | null, level: ThinkingLevel): ReadonlyMap<string, ModelRequestPrice> {
  const list = useModels((state) => state.list)
  const ready = list?.providers.filter((group) => group.ready).flatMap((group) => group.models) ?? []
  const models = ready.map(({ provider, id }) => modelSpecText(provider, id, level))
  const estimates = useEstimate(agentId === null || models.length === 0 ? null : { agentId, models })
  return new Map((estimates ?? []).map((estimate) => [estimate.model, estimate]))
}
