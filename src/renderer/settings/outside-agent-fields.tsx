import type { OutsideAgent } from '../../shared/outside-agent.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import type { EntryFieldsProps } from './entry-form.tsx'
import { PairRows } from './pair-rows.tsx'
import { TextField } from './text-field.tsx'
import { TextRows } from './text-rows.tsx'

/** The fields of an outside agent. Its options are edited as JSON. */
export function OutsideAgentFields({ entry, onChange }: EntryFieldsProps<OutsideAgent>) {
  return (
    <>
      <TextField
        label="Command"
        required
        placeholder="my-agent"
        value={entry.command}
        onChange={(command) => onChange({ ...entry, command })}
      />
      <TextRows
        label="Arguments"
        item="argument"
        values={entry.args ?? []}
        onChange={(args) => onChange({ ...entry, args: [...args] })}
      />
      <PairRows
        label="Environment"
        item="variable"
        values={entry.env ?? {}}
        onChange={(env) => onChange({ ...entry, env })}
      />
      <Checkbox
        label="Pass on the MCP servers of Settings"
        checked={entry.mcp_servers !== false}
        onChange={(mcp_servers) => onChange({ ...entry, mcp_servers })}
      />
    </>
  )
}
