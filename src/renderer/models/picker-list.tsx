import { useId, useState, type ReactNode } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { ModelInfo } from '../../shared/model-info.ts'
import type { ProviderName } from '../../shared/providers.ts'
import { levelsOf, type ThinkingLevel } from '../../shared/thinking-level.ts'
import { useModels } from '../hooks/use-stores.ts'
import { useUnseenWarning } from '../hooks/use-unseen.ts'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import { texts } from '../text/texts.ts'
import { dearestOutput } from './model-facts.tsx'
import { modelCount, type ModelGroup, modelKey, nextLevel } from './model-groups.ts'
import type { PickedPool } from './model-pools.ts'
import styles from './picker-list.module.css'
import { PickerRow, PoolRow, type RowProps } from './picker-row.tsx'
import { useModelGroups } from './use-model-groups.ts'
import { useModelKeys } from './use-model-keys.ts'

const words = texts.models.picker

/** What the keys act on: a model, or the spec of a pool (`@NAME`). */
type ActiveItem = ModelInfo | string

/** What a list of models is used for: one of them is chosen, or several are ticked. */
interface ModelChoices {
  readonly type: 'one' | 'several'
  /** The current model, or the ticked ones, by `modelKey` or spec of a pool. They are always shown. */
  readonly chosen: readonly string[]
  /** Returns the level with which a model is or would be chosen. */
  levelOf(model: ModelInfo): ThinkingLevel
  /** Chooses or ticks a model; unticks a ticked one. */
  pick(model: ModelInfo): void
  pickPool(spec: string): void
  setLevel(model: ModelInfo, level: ThinkingLevel): void
  /** Enter. `active`: what the keys act on; null: nothing. `typed`: the search. */
  enter(active: ActiveItem | null, typed: string): void
}

interface PickerListProps {
  readonly choices: ModelChoices
  /** The agent whose context the models would get; null: none. */
  readonly agentId: AgentId | null
  /** The key of the item that the keys act on first; null: the first one if one is chosen, else none. */
  readonly start?: string | null
  /** Whether the field has the focus when it appears. Without: it is the first of a dialog. */
  readonly focuses?: boolean
  /** Whether the model is only used for a preview, so that one without a key can be selected. */
  readonly sendsNothing?: boolean
  readonly offersPools?: boolean
  /** Only models of this provider; missing: of all. */
  readonly provider?: ProviderName
  /** Above the search. */
  readonly head?: ReactNode
  /** Returns what stands below the list. `active`: what the keys act on. */
  foot?(active: ActiveItem | null): ReactNode
}

/**
 * The models of every picker: starred, recently used and recommended ones, then all of them. The search field has all
 * the keys.
 */
export function PickerList(props: PickerListProps) {
  const { choices, agentId, focuses = false, sendsNothing = false, offersPools = true, provider, head, foot } = props
  const [query, setQuery] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  const { pools: allPools, groups, today } = useModelGroups(query, { provider, showsAll, chosen: choices.chosen })
  const unseen = useUnseenWarning(agentId)
  const listId = useId()
  const pools = offersPools ? allPools : []
  const typed = query.trim()
  const isOne = choices.type === 'one'
  const { active, models, moveTo, onKeyDown } = useListKeys({
    choices,
    pools,
    groups: groups.filter(({ obstacle }) => obstacle === null || sendsNothing),
    query,
    start: props.start ?? null,
    onTicked: () => setQuery(''),
  })
  const dearest = dearestOutput(
    groups.flatMap((group) => group.models),
    today,
  )
  const rowOf = (key: string) => ({
    id: `${listId}-${key}`,
    isActive: active !== null && keyOf(active) === key,
    isChosen: choices.chosen.includes(key),
    type: choices.type,
    ...(isOne && { onHover: () => moveTo(key) }),
  })
  return (
    <div className={styles.models}>
      {head}
      <input
        className={styles.search}
        ref={focuses ? focusOnMount : undefined}
        aria-activedescendant={active === null ? undefined : `${listId}-${keyOf(active)}`}
        data-first-focus
        type="search"
        aria-label={words.search}
        placeholder={isOne ? words.searchOne : words.searchSeveral}
        value={query}
        onChange={(change) => setQuery(change.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.list}>
        {typed === '' && <PoolGroup pools={pools} rowOf={rowOf} onPick={choices.pickPool} />}
        {groups.map((group, index) => (
          <fieldset key={group.label} className={styles.group} disabled={group.obstacle !== null && !sendsNothing}>
            <GroupLabel group={group} hasUnit={index === 0} />
            {group.problem === undefined ? null : <p className={styles.problem}>{group.problem}</p>}
            {group.models.map((model) => (
              <PickerRow
                key={modelKey(model)}
                {...rowOf(modelKey(model))}
                model={model}
                showsId={showsAll || typed !== ''}
                today={today}
                dearest={dearest}
                level={choices.levelOf(model)}
                warning={unseen({ provider: model.provider, model: model.id })}
                onPick={() => choices.pick(model)}
                onLevel={(level) => choices.setLevel(model, level)}
              />
            ))}
          </fieldset>
        ))}
        {typed !== '' && <PoolGroup pools={pools} rowOf={rowOf} onPick={choices.pickPool} />}
        <ListEnd
          isEmpty={models.length + pools.length === 0}
          typed={isOne && models.every(({ id }) => id !== typed) ? typed : ''}
          onChoose={() => choices.enter(null, typed)}
        />
      </div>
      <div className={styles.foot}>
        <AllModels isOn={showsAll} onChange={setShowsAll} />
        {foot?.(active)}
      </div>
    </div>
  )
}

interface PoolGroupProps {
  readonly pools: readonly PickedPool[]
  rowOf(key: string): Omit<RowProps, 'onPick'>
  onPick(spec: string): void
}

function PoolGroup({ pools, rowOf, onPick }: PoolGroupProps) {
  if (pools.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupLabel}>{words.pools}</legend>
      {pools.map((pool) => (
        <PoolRow key={pool.spec} {...rowOf(pool.spec)} pool={pool} onPick={() => onPick(pool.spec)} />
      ))}
    </fieldset>
  )
}

interface ListEndProps {
  readonly isEmpty: boolean
  /** A name that can be chosen as it was typed; empty: none. */
  readonly typed: string
  onChoose(): void
}

/** Offers the typed name, or says that nothing was found. */
function ListEnd({ isEmpty, typed, onChoose }: ListEndProps) {
  if (typed === '') return isEmpty ? <p className={styles.none}>{texts.common.noResults}</p> : null
  return (
    <button type="button" className={styles.typed} onClick={onChoose}>
      {words.useTyped({ name: typed })} <span className={styles.unit}>{words.asTyped}</span>
    </button>
  )
}

function GroupLabel({ group: { label, obstacle }, hasUnit }: { group: ModelGroup; hasUnit: boolean }) {
  return (
    <legend className={styles.groupLabel}>
      {label}
      {obstacle === null ? null : <span className={styles.obstacle}> · {obstacle}</span>}
      {hasUnit ? <span className={styles.unit}>{words.unit}</span> : null}
    </legend>
  )
}

/** Shows all models, or the chosen ones again. */
function AllModels({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const count = useModels(({ list }) => modelCount(list))
  return (
    <button type="button" className={styles.all} aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {words.all({ models: count })}
    </button>
  )
}

interface ListKeysOptions {
  readonly choices: ModelChoices
  readonly pools: readonly PickedPool[]
  /** Those whose models can be chosen. */
  readonly groups: readonly ModelGroup[]
  readonly query: string
  /** As in `PickerListProps`. */
  readonly start: string | null
  onTicked(): void
}

/** What the keys of the search field act on, and the models that can be chosen. */
function useListKeys({ choices, pools, groups, query, start, onTicked }: ListKeysOptions) {
  const isOne = choices.type === 'one'
  const models = groups.flatMap((group) => group.models)
  const find = (key: string): ActiveItem => models.find((each) => modelKey(each) === key) ?? key
  const poolItems = pools.map(({ spec }) => ({ key: spec, toggle: () => choices.pickPool(spec) }))
  const modelItems = models.map((model) => ({ key: modelKey(model), toggle: () => choices.pick(model) }))
  // A search for a model finds the pools that it is in, too.
  const items = query.trim() === '' ? [...poolItems, ...modelItems] : [...modelItems, ...poolItems]
  const { active, moveTo, onKeyDown } = useModelKeys({
    items,
    query,
    first: !isOne ? null : items.some(({ key }) => key === start) ? start : (items[0]?.key ?? null),
    ticks: !isOne,
    onTicked,
    onStep(key, step) {
      const model = find(key)
      if (typeof model === 'string' || (!isOne && !choices.chosen.includes(key))) return
      choices.setLevel(model, nextLevel(choices.levelOf(model), step, levelsOf(model.thinking)))
    },
    onEnter: (key) => choices.enter(key === null ? null : find(key), query.trim()),
  })
  return { active: active === null ? null : find(active), models, moveTo, onKeyDown }
}

function keyOf(item: ActiveItem): string {
  return typeof item === 'string' ? item : modelKey(item)
}
