import type { ProfileEntry } from '../../shared/profile.ts'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import { RowList } from './row-list.tsx'
import { useKeyedRows } from './use-keyed-rows.ts'

const words = texts.profiles.rules
const permissions = texts.settingsDialog.permissions

type Rule = NonNullable<ProfileEntry['rules']>[number]

const EFFECTS = [
  { value: 'allow', label: permissions.allow, rule: { action: 'allow' } },
  { value: 'outside', label: permissions.outside, rule: { action: 'allow', outside: true } },
  { value: 'ask', label: permissions.ask, rule: { action: 'ask' } },
  { value: 'deny', label: permissions.deny, rule: { action: 'deny' } },
] as const

interface RuleRowsProps {
  readonly rules: readonly Rule[]
  /** Id of a `<datalist>` with the names of tools. */
  readonly toolList: string
  onChange(rules: readonly Rule[]): void
}

/** The rules of a profile: a tool, a pattern of its calls (empty: all), and what happens. */
export function RuleRows({ rules, toolList, onChange }: RuleRowsProps) {
  const { rows, set, add, remove } = useKeyedRows(rules, onChange)
  return (
    <RowList
      words={words}
      rows={rows.map(({ key }) => key)}
      onAdd={() => add({ tool: '', action: 'allow' })}
      onRemove={remove}
      row={(index) => {
        const row = rows[index]
        return row === undefined ? null : (
          <RuleFields
            rule={row.value}
            place={index + 1}
            isNew={row.isNew}
            toolList={toolList}
            onChange={(rule) => set(index, rule)}
          />
        )
      }}
    />
  )
}

interface RuleFieldsProps {
  readonly rule: Rule
  readonly place: number
  readonly isNew: boolean
  readonly toolList: string
  onChange(rule: Rule): void
}

function RuleFields({ rule, place, isNew, toolList, onChange }: RuleFieldsProps) {
  return (
    <>
      <input
        type="text"
        className={formStyles.field}
        aria-label={words.toolOf({ place })}
        placeholder={words.toolPlaceholder}
        list={toolList}
        required
        spellCheck={false}
        ref={isNew ? focusOnMount : null}
        value={rule.tool}
        onChange={({ target }) => onChange({ ...rule, tool: target.value })}
      />
      <input
        type="text"
        className={formStyles.field}
        aria-label={words.patternOf({ place })}
        placeholder={words.patternPlaceholder}
        spellCheck={false}
        value={rule.pattern ?? ''}
        onChange={({ target }) => onChange({ ...rule, pattern: target.value || undefined })}
      />
      <select
        className={formStyles.select}
        aria-label={words.actionOf({ place })}
        value={rule.action === 'allow' && rule.outside === true ? 'outside' : rule.action}
        onChange={({ target }) => {
          const effect = EFFECTS.find(({ value }) => value === target.value)
          const { outside: _, ...others } = rule
          if (effect !== undefined) onChange({ ...others, ...effect.rule })
        }}
      >
        {EFFECTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </>
  )
}
