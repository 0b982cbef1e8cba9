import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useApp, useActions, useStores } from '../hooks/app-context.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import styles from '../parts/question-dialog.module.css'
import { texts } from '../text/texts.ts'

const common = texts.common
const words = texts.agentDialogs.takeOver

/** Makes this home that of an agent of another one, in a folder that the user chooses. */
export function TakeOverDialog({ agentId }: { agentId: AgentId }) {
  const { dialogs } = useStores()
  const { folders } = useActions()
  const { chooseFolder } = useApp()
  const name = useAgentName(agentId)
  const home = useTree(({ agents }) => agents.get(agentId)?.otherHome)
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => dialogs.close()

  async function take(): Promise<void> {
    const refusal = await folders.takeOver(agentId, typed.trim() === '' ? null : typed)
    if (refusal === null) close()
    else setFailure(refusal)
  }

  async function choose(pick: NonNullable<typeof chooseFolder>): Promise<void> {
    const picked = await pick(typed)
    if (picked !== null) setTyped(picked)
  }

  return (
    <Dialog title={words.title({ agent: name })} size="narrow" initialFocus="marked" onClose={close}>
      <form
        className={styles.form}
        onSubmit={(submit) => {
          submit.preventDefault()
          void take()
        }}
      >
        <p className={styles.caption}>{words.caption({ home: home?.label ?? '' })}</p>
        <label className={styles.field}>
          <span className={styles.label}>{words.label}</span>
          <input
            className={styles.input}
            data-first-focus
            value={typed}
            placeholder={words.workspace}
            spellCheck={false}
            onChange={(change) => setTyped(change.target.value)}
          />
        </label>
        <FailureNote failure={failure} />
        <footer className={styles.footer}>
          <span className={styles.aside}>
            {chooseFolder === null ? null : <Button onClick={() => void choose(chooseFolder)}>{words.choose}</Button>}
          </span>
          <Button tone="quiet" onClick={close}>
            {common.cancel}
          </Button>
          <Button tone="primary" type="submit">
            {words.submit}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
