import { Star, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'

import type { ModelInfo } from '../../shared/model-info.ts'
import { heldLevel, isHigherLevel, isThinkingLevel, levelsOf, type ThinkingLevel } from '../../shared/thinking-level.ts'
import { useStores } from '../hooks/app-context.ts'
import { useFavourites } from '../hooks/use-stores.ts'
import { formatShortCount } from '../parts/format-figures.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'
import { toggleFavourite } from '../store/favourite-store.ts'
import { plainName } from '../../shared/model-info.ts'
import type { UnseenWarning as UnseenFilesWarning } from '../store/unseen-text.ts'
import { texts } from '../text/texts.ts'
import { LevelWord } from './level-word.tsx'
import { AbilitySigns, ModelPriceText } from './model-facts.tsx'
import { endText, modelKey } from './model-groups.ts'
import styles from './picker-row.module.css'
import type { PickedPool } from './model-pools.ts'
import warningStyles from './unseen-warning.module.css'

const words = texts.models.picker

/** What every row has. */
export interface RowProps {
  /** Of its button or checkbox. */
  readonly id: string
  /** Whether one is chosen, with a button, or several are ticked. */
  readonly type: 'one' | 'several'
  readonly isActive: boolean
  readonly isChosen: boolean
  onHover?(): void
  onPick(): void
}

/** A pool. It has no level to choose: each member has its own. */
export function PoolRow({ pool, ...row }: RowProps & { readonly pool: PickedPool }) {
  return (
    <Row
      {...row}
      label={pool.spec}
      end={
        <span className={styles.poolFacts} title={pool.facts}>
          {pool.facts}
        </span>
      }
    >
      <span className={styles.poolName}>{pool.spec}</span>
    </Row>
  )
}

interface PickerRowProps extends RowProps {
  readonly model: ModelInfo
  /** Whether the id is shown beside a name that differs from it. */
  readonly showsId: boolean
  /** ISO date. */
  readonly today: string
  /** The highest price of written tokens in the list, to which the bar of its price is relative. */
  readonly dearest: number
  readonly level: ThinkingLevel
  /** About files of the context that the model would not see; null: none. */
  readonly warning: UnseenFilesWarning | null
  onLevel(level: ThinkingLevel): void
}

/** A model: its name, what it can do, its level, and its price. */
export function PickerRow({ model, showsId, today, dearest, level, warning, onLevel, ...row }: PickerRowProps) {
  const name = plainName(model)
  const end = endText(model, today)
  const id = showsId && model.id !== name ? model.id : null
  return (
    <Row
      {...row}
      // What is seen has to be in the name, for those who say what they see.
      label={[name, id, end].filter((part) => part !== null).join(' ')}
      title={
        model.contextWindow === null ? undefined : words.context({ tokens: formatShortCount(model.contextWindow) })
      }
      end={
        <>
          <UnseenWarning isBrief={row.type === 'one'} warning={warning} />
          <AbilitySigns model={model} />
          <Level model={model} name={name} level={level} isOpen={row.isChosen || row.isActive} onLevel={onLevel} />
          <ModelPriceText prices={model.prices} today={today} dearest={dearest} />
          <FavouriteButton model={model} name={name} />
        </>
      }
    >
      <ProviderLeaf of={model.provider} />
      <span className={styles.name}>{name}</span> {id === null ? null : <span className={styles.id}>{id}</span>}{' '}
      {end === null ? null : <span className={styles.id}>{end}</span>}
    </Row>
  )
}

interface RowFrameProps extends RowProps {
  readonly label: string
  readonly title?: string | undefined
  readonly children: ReactNode
  readonly end: ReactNode
}

function Row({ id, type, isActive, isChosen, label, title, children, end, onHover, onPick }: RowFrameProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div ref={row} className={styles.row} data-selected={isChosen} data-active={isActive} onPointerMove={onHover}>
      {type === 'one' ? (
        <button
          id={id}
          type="button"
          className={styles.pick}
          aria-label={label}
          aria-current={isChosen}
          title={title}
          onClick={onPick}
        >
          {children}
        </button>
      ) : (
        <label className={styles.pick} title={title}>
          <input id={id} type="checkbox" aria-label={label} checked={isChosen} onChange={onPick} />
          {children}
        </label>
      )}
      {end}
    </div>
  )
}

interface LevelProps {
  readonly model: ModelInfo
  readonly name: string
  readonly level: ThinkingLevel
  /** Whether it can be changed here. */
  readonly isOpen: boolean
  onLevel(level: ThinkingLevel): void
}

/** The level in one word; a list of the model's levels where it can be changed. */
function Level({ model, name, level, isOpen, onLevel }: LevelProps) {
  const { thinking } = model
  if (thinking === null) return <span className={styles.level}>{texts.models.level.noLevels}</span>
  const levels = levelsOf(thinking)
  const held = heldLevel(level, levels.filter(isHigherLevel))
  return (
    <span className={styles.level}>
      <LevelWord level={held} isBars />
      {isOpen ? (
        <select
          aria-label={words.level({ model: name })}
          title={thinking[held]}
          value={held}
          onChange={({ target }) => (isThinkingLevel(target.value) ? onLevel(target.value) : undefined)}
        >
          {levels.map((each) => (
            <option key={each} value={each}>
              {texts.models.level.words[each]}
            </option>
          ))}
        </select>
      ) : (
        <LevelWord level={held} />
      )}
    </span>
  )
}

/** Stars a model. Starred models come first in every picker. */
function FavouriteButton({ model, name }: { model: ModelInfo; name: string }) {
  const { favourites } = useStores()
  const key = modelKey(model)
  const starred = useFavourites((state) => state.models.includes(key))
  return (
    <span className={styles.star} data-starred={starred}>
      <IconButton
        label={starred ? words.unstar({ model: name }) : words.star({ model: name })}
        size="small"
        aria-pressed={starred}
        onClick={() => favourites.setState((state) => toggleFavourite(state, key))}
      >
        <Star />
      </IconButton>
    </span>
  )
}

interface UnseenWarningProps {
  /** Null: there is nothing to warn of. */
  readonly warning: UnseenFilesWarning | null
  /** Whether only a sign is visible, where there is little room. */
  readonly isBrief?: boolean
}

/** A warning beside a model about files that it would not see. */
function UnseenWarning({ warning, isBrief = false }: UnseenWarningProps) {
  if (warning === null) return null
  return (
    <span className={warningStyles.warning} title={warning.reason}>
      <TriangleAlert aria-hidden />
      <span className={isBrief ? 'visually-hidden' : undefined}>{warning.count}</span>
    </span>
  )
}
