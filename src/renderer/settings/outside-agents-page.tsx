import { useState } from 'react'

import { KNOWN_AGENTS, type OutsideAgent, outsideAgentLabel, outsideAgentSchema } from '../../shared/outside-agent.ts'
import { useStores } from '../hooks/app-context.ts'
import { useSaveOutsideAgent } from '../hooks/use-save-outside-agent.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import { type EntryFieldsProps, EntryForm } from './entry-form.tsx'
import { EntryView } from './entry-view.tsx'
import formStyles from '../parts/form.module.css'
import styles from './entry.module.css'
import rowStyles from './setting-rows.module.css'
import { useConfiguration } from './use-configuration.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import { ProgramFields } from './program-fields.tsx'

const common = texts.settingsDialog
const words = texts.outsideAgents

const NEW_AGENT: OutsideAgent = { command: '' }

/** Programs that speak the Agent Client Protocol, as in config.json. */
export function OutsideAgentsPage() {
  const config = useConfiguration()
  const [adding, setAdding] = useState(false)
  const save = useSaveOutsideAgent()
  if (config === null) return <p className={formStyles.lead}>{common.loading}</p>
  const { outsideAgents } = config
  const offered = Object.entries(KNOWN_AGENTS).filter(([name]) => !Object.hasOwn(outsideAgents, name))
  return (
    <div className={formStyles.settings}>
      {Object.keys(outsideAgents).length === 0 ? <p className={formStyles.none}>{words.none}</p> : null}
      {Object.entries(outsideAgents).map(([name, agent]) => (
        <Agent key={name} name={name} agent={agent} />
      ))}
      {offered.map(([name, { label, command, args }]) => (
        <section key={name} className={styles.entry} aria-label={label}>
          <header className={styles.entryHead}>
            <span className={rowStyles.entryName}>{label}</span>
            <span className={styles.entryState}>{words.notAdded}</span>
            <Button
              aria-label={words.addAgent({ agent: label })}
              onClick={() => void save(name, { command, args: [...args] })}
            >
              {words.add}
            </Button>
          </header>
          <p className={styles.entryText}>{words.starts({ command: [command, ...args].join(' ') })}</p>
        </section>
      ))}
      {adding ? (
        <AgentEditor name={null} agent={NEW_AGENT} onDone={() => setAdding(false)} />
      ) : (
        <Button onClick={() => setAdding(true)}>{words.addOther}</Button>
      )}
    </div>
  )
}

function Agent({ name, agent }: { name: string; agent: OutsideAgent }) {
  const { toasts } = useStores()
  const save = useSaveOutsideAgent()

  async function remove(): Promise<void> {
    if ((await save(name, null)) === null)
      toasts.show(words.removed({ agent: outsideAgentLabel(name) }), () => void save(name, agent))
  }

  return (
    <EntryView
      label={outsideAgentLabel(name)}
      name={`acp/${name}`}
      spoken={name}
      state={<span className={styles.entryState}>{outsideAgentLabel(name)}</span>}
      content={<p className={styles.entryText}>{[agent.command, ...(agent.args ?? [])].join(' ')}</p>}
      editor={(onDone) => <AgentEditor name={name} agent={agent} onDone={onDone} />}
      onRemove={() => void remove()}
    />
  )
}

interface AgentEditorProps {
  readonly name: string | null
  readonly agent: OutsideAgent
  onDone(): void
}

function AgentEditor({ name, agent, onDone }: AgentEditorProps) {
  const save = useSaveOutsideAgent()
  return (
    <EntryForm
      form={words.form}
      name={name}
      entry={agent}
      schema={outsideAgentSchema}
      jsonHint={words.jsonHint}
      Fields={OutsideAgentFields}
      onDone={onDone}
      onSave={(chosen, entry) => save(chosen, entry)}
    />
  )
}

/** The fields of an outside agent. Its options are edited as JSON. */
function OutsideAgentFields({ entry, onChange }: EntryFieldsProps<OutsideAgent>) {
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
