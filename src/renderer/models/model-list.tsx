import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { ModelInfo } from '../../shared/model-info.ts'
import type { ProviderName } from '../../shared/providers.ts'
import { levelsOf, type ThinkingLevel } from '../../shared/thinking-level.ts'
import { useModels } from '../hooks/use-stores.ts'
import { useUnseenWarning } from '../hooks/use-unseen.ts'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import { texts } from '../text/texts.ts'
import { modelCount, modelKey, nextLevel, type ModelGroup } from './model-groups.ts'
import styles from './model-list.module.css'
import type { PickedPool } from './model-pools.ts'
import { ModelRow, PoolRow } from './model-row.tsx'
import { useModelGroups } from './use-model-groups.ts'
import { useModelKeys } from './use-model-keys.ts'

const words = texts.models.picker

/** What the keys act on: a model, or the spec of a pool (`@NAME`). */
export type ActiveItem = ModelInfo | string

/** What a list of models is used for: one of them is chosen, or several are ticked. */
interface ModelChoices {
  readonly type: 'one' | 'several'
  /** The current model, or the ticked ones, by `modelKey` or spec of a pool. */
  isChosen(key: string): boolean
  /** Returns the level with which a model is or would be chosen. */
  levelOf(model: ModelInfo): ThinkingLevel
  /** Chooses or ticks a model; unticks a ticked one. */
  pick(model: ModelInfo): void
  pickPool(spec: string): void
  setLevel(model: ModelInfo, level: ThinkingLevel): void
  /** Enter. `active`: what the keys act on; null: nothing. `typed`: the search. */
  enter(active: ActiveItem | null, typed: string): void
}

interface ModelListProps {
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
export function ModelList(props: ModelListProps) {
  const { choices, agentId, focuses = false, sendsNothing = false, offersPools = true, provider, head, foot } = props
  const [query, setQuery] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  const { pools: allPools, groups, today } = useModelGroups(query, { provider, showsAll })
  const unseen = useUnseenWarning(agentId)
  const listId = useId()
  const pools = offersPools ? allPools : []
  const models = groups.flatMap((group) => (group.obstacle === null || sendsNothing ? group.models : []))
  const typed = query.trim()
  const isOne = choices.type === 'one'
  const offersTyped = isOne && typed !== '' && models.every(({ id }) => id !== typed)
  const find = (key: string): ActiveItem => models.find((each) => modelKey(each) === key) ?? key
  const poolItems = pools.map(({ spec }) => ({ key: spec, toggle: () => choices.pickPool(spec) }))
  const modelItems = models.map((model) => ({ key: modelKey(model), toggle: () => choices.pick(model) }))
  // A search for a model finds the pools that it is in, too.
  const poolsFirst = typed === ''
  const items = poolsFirst ? [...poolItems, ...modelItems] : [...modelItems, ...poolItems]
  const start = props.start ?? null
  const { active, moveTo, onKeyDown } = useModelKeys({
    items,
    query,
    first: !isOne ? null : items.some(({ key }) => key === start) ? start : (items[0]?.key ?? null),
    ticks: !isOne,
    onTicked: () => setQuery(''),
    onStep(key, step) {
      const model = find(key)
      if (typeof model === 'string' || (!isOne && !choices.isChosen(key))) return
      choices.setLevel(model, nextLevel(choices.levelOf(model), step, levelsOf(model.thinking)))
    },
    onEnter: (key) => choices.enter(key === null ? null : find(key), typed),
  })
  const rowOf = (key: string) => ({
    id: `${listId}-${key}`,
    isActive: active === key,
    isChosen: choices.isChosen(key),
    type: choices.type,
    ...(isOne && { onHover: () => moveTo(key) }),
  })
  const poolGroup = <PoolGroup pools={pools} rowOf={rowOf} onPick={(spec) => choices.pickPool(spec)} />
  return (
    <div className={styles.models}>
      {head}
      <SearchField
        focuses={focuses}
        activeId={active === null ? undefined : `${listId}-${active}`}
        isOne={isOne}
        value={query}
        onChange={setQuery}
        onKeyDown={onKeyDown}
      />
      <div className={styles.list}>
        {poolsFirst ? poolGroup : null}
        {groups.map((group, index) => (
          <fieldset key={group.label} className={styles.group} disabled={group.obstacle !== null && !sendsNothing}>
            <GroupLabel group={group} hasUnit={index === 0} />
            {group.models.map((model) => (
              <ModelRow
                key={modelKey(model)}
                {...rowOf(modelKey(model))}
                model={model}
                showsId={showsAll || typed !== ''}
                today={today}
                level={choices.levelOf(model)}
                warning={unseen({ provider: model.provider, model: model.id })}
                onPick={() => choices.pick(model)}
                onLevel={(level) => choices.setLevel(model, level)}
              />
            ))}
          </fieldset>
        ))}
        {poolsFirst ? null : poolGroup}
        {offersTyped ? <TypedModel name={typed} onUse={() => choices.enter(null, typed)} /> : null}
        {items.length === 0 && !offersTyped ? <p className={styles.none}>{texts.common.noResults}</p> : null}
      </div>
      <Foot showsAll={showsAll} onToggle={() => setShowsAll(!showsAll)}>
        {foot?.(active === null ? null : find(active))}
      </Foot>
    </div>
  )
}

interface SearchFieldProps {
  readonly focuses: boolean
  /** Of the item that the keys act on. */
  readonly activeId: string | undefined
  readonly isOne: boolean
  readonly value: string
  onChange(value: string): void
  onKeyDown(key: KeyboardEvent<HTMLInputElement>): void
}

function SearchField({ focuses, activeId, isOne, value, onChange, onKeyDown }: SearchFieldProps) {
  return (
    <input
      className={styles.search}
      ref={focuses ? focusOnMount : undefined}
      aria-activedescendant={activeId}
      data-first-focus
      type="search"
      aria-label={words.search}
      placeholder={isOne ? words.searchOne : words.searchSeveral}
      value={value}
      onChange={(change) => onChange(change.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

interface PoolGroupProps {
  readonly pools: readonly PickedPool[]
  rowOf(spec: string): Omit<ComponentProps<typeof PoolRow>, 'pool' | 'onPick'>
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

/** `hasUnit`: whether it says what the prices of the list are for. */
function GroupLabel({ group, hasUnit }: { readonly group: ModelGroup; readonly hasUnit: boolean }) {
  return (
    <legend className={styles.groupLabel}>
      {group.label}
      {group.obstacle === null ? null : <span className={styles.obstacle}> · {group.obstacle}</span>}
      {hasUnit ? <span className={styles.unit}>{words.unit}</span> : null}
    </legend>
  )
}

/** Uses the search as the name of a model, for one that no list has. */
function TypedModel({ name, onUse }: { readonly name: string; onUse(): void }) {
  return (
    <button type="button" className={styles.typed} onClick={onUse}>
      {words.useTyped({ name })} <span className={styles.unit}>{words.asTyped}</span>
    </button>
  )
}

interface FootProps {
  readonly showsAll: boolean
  readonly children: ReactNode
  onToggle(): void
}

function Foot({ showsAll, children, onToggle }: FootProps) {
  const count = useModels(({ list }) => modelCount(list))
  return (
    <div className={styles.foot}>
      <button type="button" className={styles.all} aria-pressed={showsAll} onClick={onToggle}>
        {words.all({ models: count })}
      </button>
      {children}
    </div>
  )
}
