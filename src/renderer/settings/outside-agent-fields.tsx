import type { OutsideAgent } from '../../shared/outside-agent.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import { texts } from '../text/texts.ts'
import type { EntryFieldsProps } from './entry-form.tsx'
import { ProgramFields } from './program-fields.tsx'

const words = texts.outsideAgents

/** The fields of an outside agent. Its options are edited as JSON. */
export function OutsideAgentFields({ entry, onChange }: EntryFieldsProps<OutsideAgent>) {
  return (
    <>
      <ProgramFields entry={entry} placeholder="my-agent" onChange={onChange} />
      <Checkbox
        label={words.passServers}
        checked={entry.mcp_servers !== false}
        onChange={(mcp_servers) => onChange({ ...entry, mcp_servers })}
      />
    </>
  )
}
