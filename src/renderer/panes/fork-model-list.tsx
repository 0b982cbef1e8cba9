import { useState } from 'react'

import type { ModelInfo } from '../../shared/model-info.ts'
import {
  DEFAULT_THINKING_LEVEL,
  isThinkingLevel,
  THINKING_LEVELS,
  type ThinkingLevel,
} from '../../shared/thinking-level.ts'
import styles from './fork-dialog.module.css'
import type { TickedModels } from './fork-models.ts'
import { modelKey, type ModelGroup } from './model-groups.ts'
import { useModelGroups } from './use-model-groups.ts'

interface ForkModelListProps {
  readonly ticked: TickedModels
  onToggle(model: ModelInfo, level: ThinkingLevel | null): void
}

/** All models with a box to tick; a ticked one shows its thinking level. */
export function ForkModelList({ ticked, onToggle }: ForkModelListProps) {
  const [query, setQuery] = useState('')
  const { groups } = useModelGroups(query)
  return (
    <div className={styles.models}>
      <input
        className={styles.search}
        data-first-focus
        type="search"
        aria-label="Search models"
        placeholder="Search models; tick several to compare them"
        value={query}
        onChange={(change) => setQuery(change.target.value)}
        // Enter in the search is not yet the order to fork.
        onKeyDown={(key) => (key.key === 'Enter' ? key.preventDefault() : undefined)}
      />
      <div className={styles.list}>
        {groups.map((group) => (
          <ForkModelGroup key={group.label} group={group} ticked={ticked} onToggle={onToggle} />
        ))}
        {groups.length === 0 ? <p className={styles.none}>No model is called like that.</p> : null}
      </div>
    </div>
  )
}

function ForkModelGroup({ group, ticked, onToggle }: ForkModelListProps & { group: ModelGroup }) {
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
          level={ticked.get(modelKey(model))?.level ?? null}
          onChange={(level) => onToggle(model, level)}
        />
      ))}
    </fieldset>
  )
}

interface ForkModelProps {
  readonly model: ModelInfo
  /** Null: not ticked. */
  readonly level: ThinkingLevel | null
  onChange(level: ThinkingLevel | null): void
}

function ForkModel({ model, level, onChange }: ForkModelProps) {
  return (
    <div className={styles.model} data-ticked={level !== null}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={level !== null}
          onChange={(change) => onChange(change.target.checked ? DEFAULT_THINKING_LEVEL : null)}
        />
        {model.id}
      </label>
      {level === null ? null : (
        <select
          className={styles.level}
          aria-label={`Thinking level of ${model.id}`}
          value={level}
          onChange={(change) => (isThinkingLevel(change.target.value) ? onChange(change.target.value) : undefined)}
        >
          {THINKING_LEVELS.map((each) => (
            <option key={each} value={each}>
              {model.thinking === null ? each : `${each} · ${model.thinking[each]}`}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
