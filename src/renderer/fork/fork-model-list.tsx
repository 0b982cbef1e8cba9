import { Star } from 'lucide-react'
import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { ModelInfo } from '../../shared/model-info.ts'
import { DEFAULT_THINKING_LEVEL, isThinkingLevel, levelsOf, type ThinkingLevel } from '../../shared/thinking-level.ts'
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
import type { SelectedModels } from './fork-models.ts'
import { modelFacts, modelKey, type ModelGroup } from '../models/model-groups.ts'
import type { PickedPool } from '../models/model-pools.ts'
import { useModelGroups } from '../models/use-model-groups.ts'

interface ForkModelListProps {
  /** The agent to fork. */
  readonly agentId: AgentId
  readonly selected: SelectedModels
  onToggle(model: ModelInfo, level: ThinkingLevel | null): void
  onTogglePool(spec: string): void
}

/** All pools and models with checkboxes; a selected one shows its thinking level. */
export function ForkModelList({ agentId, selected, onToggle, onTogglePool }: ForkModelListProps) {
  const [query, setQuery] = useState('')
  const { pools, groups, today } = useModelGroups(query)
  const unseen = useUnseenWarning(agentId)
  return (
    <div className={styles.models}>
      <input
        className={styles.search}
        data-first-focus
        type="search"
        aria-label="Search models"
        placeholder="Search models; select several to compare them"
        value={query}
        onChange={(change) => setQuery(change.target.value)}
        // Enter in the search field must not submit the form.
        onKeyDown={(key) => (key.key === 'Enter' ? key.preventDefault() : undefined)}
      />
      <div className={styles.list}>
        <ForkPools pools={pools} selected={selected} onToggle={onTogglePool} />
        {groups.map((group) => (
          <ForkModelGroup
            key={group.label}
            group={group}
            selected={selected}
            onToggle={onToggle}
            today={today}
            unseen={unseen}
          />
        ))}
        {groups.length + pools.length === 0 ? <p className={styles.none}>No results</p> : null}
      </div>
    </div>
  )
}

interface ForkPoolsProps {
  readonly pools: readonly PickedPool[]
  readonly selected: SelectedModels
  onToggle(spec: string): void
}

function ForkPools({ pools, selected, onToggle }: ForkPoolsProps) {
  if (pools.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupLabel}>Pools</legend>
      {pools.map(({ spec, facts }) => (
        <div key={spec} className={styles.model} data-selected={selected.has(spec)}>
          <label className={styles.tick} data-pool>
            <input type="checkbox" checked={selected.has(spec)} onChange={() => onToggle(spec)} />
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

interface ForkModelGroupProps extends Pick<ForkModelListProps, 'selected' | 'onToggle'> {
  readonly group: ModelGroup
  readonly today: string
  /** Returns a warning about files that a model would not see; null: none. */
  unseen(model: FileTarget): UnseenFiles | null
}

function ForkModelGroup({ group, selected, onToggle, today, unseen }: ForkModelGroupProps) {
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
  /** Null: not selected. */
  readonly level: ThinkingLevel | null
  readonly facts: string
  /** About files of the context that the model would not see; null: none. */
  readonly warning: UnseenFiles | null
  onChange(level: ThinkingLevel | null): void
}

function ForkModel({ model, level, facts, warning, onChange }: ForkModelProps) {
  return (
    <div className={styles.model} data-selected={level !== null}>
      <label className={styles.tick}>
        <input
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
          aria-label={`Thinking level of ${model.id}`}
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
        label={starred ? `Remove ${model.id} from favourites` : `Add ${model.id} to favourites`}
        size="small"
        aria-pressed={starred}
        onClick={() => favourites.setState((state) => toggleFavourite(state, key))}
      >
        <Star />
      </IconButton>
    </span>
  )
}
