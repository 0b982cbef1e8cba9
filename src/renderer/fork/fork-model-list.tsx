import { Star } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { ModelInfo } from '../../shared/model-info.ts'
import { DEFAULT_THINKING_LEVEL, isThinkingLevel, levelsOf, type ThinkingLevel } from '../../shared/thinking-level.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import type { UnseenFiles } from '../../shared/file-outcome.ts'
import type { FileTarget } from '../../shared/model-content.ts'
import { useStores } from '../hooks/app-context.ts'
import { useFavourites } from '../hooks/use-stores.ts'
import { useUnseenWarning } from '../hooks/use-unseen.ts'
import { formatShortCount } from '../parts/format-figures.ts'
import { UnseenWarning } from '../parts/unseen-warning.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { toggleFavourite } from '../store/favourite-store.ts'
import styles from './fork-dialog.module.css'
import { specsOf, type SelectedModels } from './fork-models.ts'
import { SelectedChips } from './selected-chips.tsx'
import { useModelKeys } from './use-model-keys.ts'
import { modelFacts, modelKey, type ModelGroup } from '../models/model-groups.ts'
import type { PickedPool } from '../models/model-pools.ts'
import { useModelGroups } from '../models/use-model-groups.ts'
import { texts } from '../text/texts.ts'

const words = texts.fork.models

interface ForkModelListProps {
  /** The agent to fork; null: none is. */
  readonly agentId: AgentId | null
  readonly selected: SelectedModels
  onToggle(model: ModelInfo, level: ThinkingLevel | null): void
  onTogglePool(spec: string): void
  /** Enter in the search field: with the selected models, or the active one (`MODEL/LEVEL`, `@POOL`) if there is none. */
  onEnter(specs: readonly string[]): void
}

/** All pools and models with checkboxes; a selected one shows its thinking level. The search field has all the keys. */
export function ForkModelList({ agentId, selected, onToggle, onTogglePool, onEnter }: ForkModelListProps) {
  const [query, setQuery] = useState('')
  const { pools, groups, today } = useModelGroups(query)
  const unseen = useUnseenWarning(agentId)
  const listId = useId()
  const models = groups.flatMap((group) => (group.obstacle === null ? group.models : []))
  const { active, onKeyDown } = useModelKeys({
    items: [
      ...pools.map(({ spec }) => ({ key: spec, toggle: () => onTogglePool(spec) })),
      ...models.map((model) => {
        const key = modelKey(model)
        return { key, toggle: () => onToggle(model, selected.has(key) ? null : DEFAULT_THINKING_LEVEL) }
      }),
    ],
    query,
    onTicked: () => setQuery(''),
    onEnter(key) {
      const model = models.find((each) => modelKey(each) === key)
      const spec = model === undefined ? key : modelSpecText(model.provider, model.id, DEFAULT_THINKING_LEVEL)
      onEnter(selected.size > 0 || spec === null ? specsOf(selected) : [spec])
    },
  })
  const idOf = (key: string) => `${listId}-${key}`
  return (
    <div className={styles.models}>
      <SelectedChips
        selected={selected}
        onRemove={(key) => {
          const model = models.find((each) => modelKey(each) === key)
          if (model === undefined) onTogglePool(key)
          else onToggle(model, null)
        }}
      />
      <input
        className={styles.search}
        aria-activedescendant={active === null ? undefined : idOf(active)}
        data-first-focus
        type="search"
        aria-label={words.search}
        placeholder={words.searchPlaceholder}
        value={query}
        onChange={(change) => setQuery(change.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.list}>
        <ForkPools pools={pools} selected={selected} active={active} idOf={idOf} onToggle={onTogglePool} />
        {groups.map((group) => (
          <ForkModelGroup
            key={group.label}
            group={group}
            selected={selected}
            active={active}
            idOf={idOf}
            onToggle={onToggle}
            today={today}
            unseen={unseen}
          />
        ))}
        {groups.length + pools.length === 0 ? <p className={styles.none}>{texts.common.noResults}</p> : null}
      </div>
    </div>
  )
}

/** Where the keys are. */
interface Marked {
  /** The key of the item that the keys act on; null: none. */
  readonly active: string | null
  /** Returns the id of an item's checkbox. */
  idOf(key: string): string
}

interface ForkPoolsProps extends Marked {
  readonly pools: readonly PickedPool[]
  readonly selected: SelectedModels
  onToggle(spec: string): void
}

function ForkPools({ pools, selected, active, idOf, onToggle }: ForkPoolsProps) {
  if (pools.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupLabel}>{words.pools}</legend>
      {pools.map(({ spec, facts }) => (
        <div key={spec} className={styles.model} data-selected={selected.has(spec)} data-active={active === spec}>
          <label className={styles.tick} data-pool>
            <input id={idOf(spec)} type="checkbox" checked={selected.has(spec)} onChange={() => onToggle(spec)} />
            <span>{spec}</span>
          </label>
          <span className={styles.poolFacts} title={facts}>
            {facts}
          </span>
        </div>
      ))}
    </fieldset>
  )
}

interface ForkModelGroupProps extends Pick<ForkModelListProps, 'selected' | 'onToggle'>, Marked {
  readonly group: ModelGroup
  readonly today: string
  /** Returns a warning about files that a model would not see; null: none. */
  unseen(model: FileTarget): UnseenFiles | null
}

function ForkModelGroup({ group, selected, active, idOf, onToggle, today, unseen }: ForkModelGroupProps) {
  return (
    <fieldset className={styles.group} disabled={group.obstacle !== null}>
      <legend className={styles.groupLabel}>
        {group.label}
        {group.obstacle === null ? null : <span className={styles.obstacle}> · {group.obstacle}</span>}
      </legend>
      {group.models.map((model) => (
        <ForkModel
          key={modelKey(model)}
          model={model}
          id={idOf(modelKey(model))}
          isActive={active === modelKey(model)}
          level={selected.get(modelKey(model))?.level ?? null}
          facts={modelFacts(model, today, formatShortCount)}
          warning={unseen({ provider: model.provider, model: model.id })}
          onChange={(level) => onToggle(model, level)}
        />
      ))}
    </fieldset>
  )
}

interface ForkModelProps {
  readonly model: ModelInfo
  /** Of its checkbox. */
  readonly id: string
  readonly isActive: boolean
  /** Null: not selected. */
  readonly level: ThinkingLevel | null
  readonly facts: string
  /** About files of the context that the model would not see; null: none. */
  readonly warning: UnseenFiles | null
  onChange(level: ThinkingLevel | null): void
}

function ForkModel({ model, id, isActive, level, facts, warning, onChange }: ForkModelProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div ref={row} className={styles.model} data-selected={level !== null} data-active={isActive}>
      <label className={styles.tick}>
        <input
          id={id}
          type="checkbox"
          checked={level !== null}
          onChange={(change) => onChange(change.target.checked ? DEFAULT_THINKING_LEVEL : null)}
        />
        <span className={styles.modelName}>{model.id}</span>
      </label>
      <UnseenWarning warning={warning} />
      {level === null ? (
        <span className={styles.facts}>{facts}</span>
      ) : (
        <select
          className={styles.level}
          aria-label={words.level({ model: model.id })}
          value={level}
          onChange={(change) => (isThinkingLevel(change.target.value) ? onChange(change.target.value) : undefined)}
        >
          {levelsOf(model.thinking).map((each) => (
            <option key={each} value={each}>
              {model.thinking === null ? each : `${each} · ${model.thinking[each]}`}
            </option>
          ))}
        </select>
      )}
      <FavouriteButton model={model} />
    </div>
  )
}

/** Stars a model. Starred models come first in every picker. */
function FavouriteButton({ model }: { model: ModelInfo }) {
  const { favourites } = useStores()
  const key = modelKey(model)
  const starred = useFavourites((state) => state.models.includes(key))
  return (
    <span className={styles.star} data-starred={starred}>
      <IconButton
        label={starred ? words.removeFavourite({ model: model.id }) : words.addFavourite({ model: model.id })}
        size="small"
        aria-pressed={starred}
        onClick={() => favourites.setState((state) => toggleFavourite(state, key))}
      >
        <Star />
      </IconButton>
    </span>
  )
}
