import { useState } from 'react'

import type { ToolServerEntry } from '../../shared/tool-server.ts'
import { HIDDEN_VALUE } from '../../shared/hidden-values.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import { Choices } from '../parts/choices.tsx'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import styles from './entry-form.module.css'
import type { EntryFieldsProps } from './entry-form.tsx'
import { PairRows } from './row-list.tsx'
import { ProgramFields } from './program-fields.tsx'
import { TextField } from './text-field.tsx'

const words = texts.toolServers

type Program = Extract<ToolServerEntry, { command: string }>
type Address = Extract<ToolServerEntry, { url: string }>

const KINDS = [
  { value: 'program', label: words.kinds.program },
  { value: 'address', label: words.kinds.address },
] as const

/** The fields of an MCP server. What was entered for the other kind returns when it is chosen again. */
export function ServerFields({ entry, onChange }: EntryFieldsProps<ToolServerEntry>) {
  const [former, setFormer] = useState<ToolServerEntry>('url' in entry ? { command: '' } : { url: '' })
  const kind = 'url' in entry ? 'address' : 'program'
  return (
    <>
      <fieldset className={styles.field}>
        <legend className={styles.label}>{words.kind}</legend>
        <Choices
          value={kind}
          options={KINDS}
          onChange={() => {
            setFormer(entry)
            onChange(former)
          }}
        />
      </fieldset>
      {'url' in entry ? (
        <AddressFields entry={entry} onChange={onChange} />
      ) : (
        <LocalServerFields entry={entry} onChange={onChange} />
      )}
    </>
  )
}

function LocalServerFields({ entry, onChange }: EntryFieldsProps<Program>) {
  return (
    <>
      <ProgramFields entry={entry} placeholder="npx" onChange={onChange} />
      <TextField
        label={words.folder}
        placeholder={words.folderPlaceholder}
        value={entry.cwd ?? ''}
        onChange={(cwd) => onChange({ ...entry, cwd })}
      />
      <Checkbox
        label={words.inSandbox}
        checked={entry.sandbox !== false}
        onChange={(sandbox) => onChange({ ...entry, sandbox })}
      />
      <HiddenNote values={entry.env} />
    </>
  )
}

function AddressFields({ entry, onChange }: EntryFieldsProps<Address>) {
  return (
    <>
      <TextField
        label={words.address}
        required
        placeholder="https://mcp.example.com/"
        value={entry.url}
        onChange={(url) => onChange({ ...entry, url })}
      />
      <PairRows
        words={words.headers}
        values={entry.headers ?? {}}
        onChange={(headers) => onChange({ ...entry, headers })}
      />
      <HiddenNote values={entry.headers} />
    </>
  )
}

function HiddenNote({ values = {} }: { values: Readonly<Record<string, string>> | undefined }) {
  if (!Object.values(values).includes(HIDDEN_VALUE)) return null
  return <p className={formStyles.hint}>{words.hiddenValues({ hidden: HIDDEN_VALUE })}</p>
}
