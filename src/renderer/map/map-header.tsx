import { ChevronLeft, ChevronRight } from 'lucide-react'

import { addCosts, NO_COST } from '../../shared/cost-sum.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Choices } from '../parts/choices.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { formatCost } from '../parts/money-text.ts'
import viewStyles from '../parts/window-view.module.css'
import { folderNames } from '../tree/folder-name.ts'
import { texts } from '../text/texts.ts'
import type { Lane, Period } from './map-lanes.ts'
import { MAP_UNITS, type MapUnit } from './map-period.ts'
import styles from './map-view.module.css'
import { periodName } from './map-words.ts'

const words = texts.map

interface MapHeaderProps {
  readonly unit: MapUnit
  readonly period: Period
  /** Null: all. */
  readonly folder: string | null
  readonly lanes: readonly Lane[]
  onUnit(unit: MapUnit): void
  onStep(by: -1 | 1): void
  onToday(): void
  onFolder(folder: string | null): void
}

/** Which time the map shows, what it cost, of which folder, and how much of it at once. */
export function MapHeader({ unit, period, folder, lanes, onUnit, onStep, onToday, onFolder }: MapHeaderProps) {
  return (
    <header className={viewStyles.header}>
      <h2 className={viewStyles.title} aria-live="polite">
        {periodName(unit, period)}
      </h2>
      <IconButton label={words.earlier} onClick={() => onStep(-1)}>
        <ChevronLeft />
      </IconButton>
      <IconButton label={words.later} onClick={() => onStep(1)}>
        <ChevronRight />
      </IconButton>
      <Button tone="quiet" onClick={onToday}>
        {words.today}
      </Button>
      <span className={viewStyles.space} />
      <span className={styles.sum}>{sumText(lanes, period)}</span>
      <FolderChoice folder={folder} onFolder={onFolder} />
      <fieldset className={styles.scale}>
        <legend className="visually-hidden">{words.scale}</legend>
        <Choices
          value={unit}
          options={MAP_UNITS.map((value) => ({ value, label: words.units[value] }))}
          onChange={onUnit}
        />
      </fieldset>
    </header>
  )
}

function sumText(lanes: readonly Lane[], { from, to }: Period): string {
  const agents = lanes.flatMap(({ agent, attempts }) =>
    attempts.length > 0 ? attempts.map((attempt) => attempt.agent) : [agent],
  )
  const points = lanes.flatMap((lane) => lane.points)
  return words.sum({
    agents: agents.length,
    prompts: points.filter(({ kind, time }) => kind === 'prompt' && time >= from && time < to).length,
    cost: formatCost(agents.reduce((sum, { cost }) => addCosts(sum, cost), NO_COST)),
  })
}

/** Nothing, if all agents are in one folder. */
function FolderChoice({ folder, onFolder }: Pick<MapHeaderProps, 'folder' | 'onFolder'>) {
  const agents = useTree((state) => state.agents)
  const names = folderNames([...agents.values()].flatMap((agent) => agent.folder ?? []))
  if (names.size < 2) return null
  return (
    <select
      className={styles.folder}
      aria-label={words.folder}
      value={folder ?? ''}
      onChange={({ target }) => onFolder(target.value === '' ? null : target.value)}
    >
      <option value="">{words.allFolders}</option>
      {[...names].map(([path, name]) => (
        <option key={path} value={path}>
          {name}
        </option>
      ))}
    </select>
  )
}
