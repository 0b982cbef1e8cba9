import { texts } from '../text/texts.ts'
import type { EntryFieldsProps } from './entry-form.tsx'
import { PairRows, TextRows } from './row-list.tsx'
import { TextField } from './text-field.tsx'

const words = texts.entryForms

interface ProgramEntry {
  readonly command: string
  readonly args?: string[] | undefined
  readonly env?: Record<string, string> | undefined
}

interface ProgramFieldsProps<Entry extends ProgramEntry> extends EntryFieldsProps<Entry> {
  readonly placeholder: string
}

/** How a program is started. */
export function ProgramFields<Entry extends ProgramEntry>({ entry, placeholder, onChange }: ProgramFieldsProps<Entry>) {
  return (
    <>
      <TextField
        label={words.command}
        required
        placeholder={placeholder}
        value={entry.command}
        onChange={(command) => onChange({ ...entry, command })}
      />
      <TextRows
        words={words.arguments}
        values={entry.args ?? []}
        onChange={(args) => onChange({ ...entry, args: [...args] })}
      />
      <PairRows words={words.variables} values={entry.env ?? {}} onChange={(env) => onChange({ ...entry, env })} />
    </>
  )
}
