import { useEffect, useState } from 'react'

import type { OutsideProgram } from '../../shared/outside-agent.ts'
import { OUTSIDE } from '../../shared/providers.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useSaveOutsideAgent } from '../hooks/use-save-outside-agent.ts'
import { useConfig } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import formStyles from '../parts/form.module.css'
import styles from './outside-dialog.module.css'

/** Choice of the program that answers in a new agent: those of config.json, and those that ikigai knows. */
export function OutsideDialog() {
  const { dialogs } = useStores()
  const { settings } = useActions()
  const [programs, setPrograms] = useState<readonly OutsideProgram[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    void settings.findOutsidePrograms().then((found) => {
      setPrograms(found ?? [])
      if (found === null) setFailure('The engine did not answer. Try again.')
    })
  }, [settings])
  return (
    <Dialog
      title="New outside agent"
      size="wide"
      initialFocus="layer"
      onClose={() => dialogs.setState({ dialog: { type: 'none' } })}
    >
      <div className={styles.content}>
        <p className={formStyles.lead}>
          A program such as Claude Code answers in place of a model, with your own login. It runs outside the sandbox
          and keeps its own context.
        </p>
        {programs === null ? <p className={formStyles.lead}>Looking for programs…</p> : null}
        <ul className={styles.programs}>
          {programs?.map((program) => (
            <Program key={program.name} program={program} onFailure={setFailure} />
          ))}
        </ul>
        <FailureNote failure={failure} />
        <Button tone="quiet" onClick={() => dialogs.setState({ dialog: { type: 'settings', page: 'agents' } })}>
          Add another program…
        </Button>
      </div>
    </Dialog>
  )
}

interface ProgramProps {
  readonly program: OutsideProgram
  onFailure(failure: string): void
}

function Program({ program: { name, label, version, start, isConfigured, isFound }, onFailure }: ProgramProps) {
  const { dialogs } = useStores()
  const { agents } = useActions()
  const isLoaded = useConfig(({ config }) => config) !== null
  const save = useSaveOutsideAgent()
  const [command = '', ...args] = start

  async function begin(): Promise<void> {
    const refusal = isConfigured ? null : await save(name, { command, args })
    if (refusal !== null) return onFailure(refusal)
    dialogs.setState({ dialog: { type: 'none' } })
    await agents.createRoot({ model: `${OUTSIDE}/${name}` })
  }

  return (
    <li className={styles.program} aria-label={label}>
      <span className={styles.name}>
        {label}
        {version === null ? null : <span className={styles.version}> {version}</span>}
      </span>
      <Button
        aria-label={startLabel(label, isConfigured)}
        disabled={!isFound || !isLoaded}
        onClick={() => void begin()}
      >
        {isConfigured ? 'New agent' : 'Add and start'}
      </Button>
      <span className={styles.detail}>
        {isFound ? <code>{start.join(' ')}</code> : `Not found: ${howToInstall(command)}`}
      </span>
    </li>
  )
}

function startLabel(label: string, isConfigured: boolean): string {
  return isConfigured ? `New agent with ${label}` : `Add ${label} and start it`
}

function howToInstall(command: string): string {
  return command === 'npx'
    ? 'npx, which fetches and starts it. Install Node.js from nodejs.org, then restart ikigai.'
    : `${command}. Install it, or correct its command in Settings, Outside agents.`
}
