import { X } from 'lucide-react'

import { USAGE_DIMENSIONS } from '../../shared/usage-report.ts'
import { Choices } from '../parts/choices.tsx'
import formStyles from '../parts/form.module.css'
import { USAGE_PERIODS } from '../store/usage-period.ts'
import styles from './usage-filters.module.css'
import type { UsageSelection } from './usage-selection.ts'
import { texts } from '../text/texts.ts'

const { dimensions, filters: words, periods } = texts.usage

export interface UsageSelectionProps {
  readonly selection: UsageSelection
  onChange(selection: UsageSelection): void
}

interface UsageFiltersProps extends UsageSelectionProps {
  readonly folders: readonly string[]
  /** While the engine cannot be reached. */
  readonly disabled: boolean
}

const DIMENSIONS = USAGE_DIMENSIONS.map((value) => ({ value, label: dimensions[value] }))
/** The value of the folder list for all folders; no folder has this name. */
const ALL = ''

/** Period, folder and grouping of the usage page. */
export function UsageFilters({ selection, folders, disabled, onChange }: UsageFiltersProps) {
  return (
    <fieldset className={styles.filters} disabled={disabled} title={disabled ? words.offline : undefined}>
      <legend className="visually-hidden">{words.legend}</legend>
      <select
        aria-label={words.period}
        className={formStyles.select}
        value={selection.period}
        onChange={({ target }) => {
          const period = USAGE_PERIODS.find((each) => each === target.value) ?? selection.period
          onChange({ ...selection, period, days: null })
        }}
      >
        {USAGE_PERIODS.map((period) => (
          <option key={period} value={period}>
            {periods[period]}
          </option>
        ))}
      </select>
      <select
        aria-label={words.folder}
        className={formStyles.select}
        value={selection.folder ?? ALL}
        onChange={({ target }) => onChange({ ...selection, folder: target.value === ALL ? null : target.value })}
      >
        <option value={ALL}>{words.allFolders}</option>
        {folders.map((folder) => (
          <option key={folder} value={folder}>
            {folder}
          </option>
        ))}
      </select>
      <fieldset className={styles.grouping}>
        <legend className="visually-hidden">{words.groupBy}</legend>
        <Choices value={selection.by} options={DIMENSIONS} onChange={(by) => onChange({ ...selection, by })} />
      </fieldset>
    </fieldset>
  )
}

/** What was chosen in the chart and the table, each with a button that takes it back. */
export function UsageChosen({ selection, onChange }: UsageSelectionProps) {
  const { days, row } = selection
  if (days === null && row === null) return null
  return (
    <div className={styles.chosen} role="group" aria-label={words.chosen}>
      {days === null ? null : <Chosen label={days.label} onRemove={() => onChange({ ...selection, days: null })} />}
      {row === null ? null : (
        <Chosen
          label={words.row({ dimension: dimensions[row.by], row: row.label })}
          onRemove={() => onChange({ ...selection, row: null, by: row.by })}
        />
      )}
    </div>
  )
}

function Chosen({ label, onRemove }: { readonly label: string; onRemove(): void }) {
  return (
    <button type="button" className={styles.chip} aria-label={words.remove({ filter: label })} onClick={onRemove}>
      {label}
      <X aria-hidden />
    </button>
  )
}
