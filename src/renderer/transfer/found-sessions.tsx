import { useEffect, useState } from 'react'

import type { ForeignReport } from '../../shared/foreign-report.ts'
import { foreignToolLabel } from '../../shared/foreign-tools.ts'
import type { FoundSession } from '../../shared/found-session.ts'
import type { Result } from '../../shared/result.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import form from '../parts/question-dialog.module.css'
import styles from './transfer-dialog.module.css'
import { formatSize } from '../parts/format-figures.ts'
import { dateText } from '../store/calendar-day.ts'
import { texts } from '../text/texts.ts'

const words = texts.transfer.sessions

interface FoundSessionsProps {
  onImported(report: ForeignReport): void
}

/** The sessions of other tools on the engine's machine, to choose from. */
export function FoundSessions({ onImported }: FoundSessionsProps) {
  const { transfer } = useActions()
  const [found, setFound] = useState<Result<readonly FoundSession[]> | null>(null)
  const [chosen, setChosen] = useState<readonly FoundSession[]>([])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    let isShown = true
    void transfer.findSessions().then((result) => (isShown ? setFound(result) : undefined))
    return () => {
      isShown = false
    }
  }, [transfer])

  async function take(): Promise<void> {
    setBusy(true)
    setFailure(null)
    const outcome = await transfer.importSessions(chosen)
    setBusy(false)
    if (outcome.ok) onImported(outcome.value)
    else setFailure(outcome.error.message)
  }

  if (found === null) return <p className={styles.status}>{words.looking}</p>
  if (!found.ok) return <FailureNote failure={found.error.message} />
  if (found.value.length === 0) return <p className={styles.status}>{words.none}</p>
  return (
    <>
      <fieldset className={styles.sessions} disabled={busy}>
        <legend className={form.label}>{words.legend}</legend>
        {found.value.map((session) => (
          <SessionRow
            key={`${session.path} ${session.session}`}
            session={session}
            checked={chosen.includes(session)}
            onChange={(checked) =>
              setChosen(checked ? [...chosen, session] : chosen.filter((each) => each !== session))
            }
          />
        ))}
      </fieldset>
      <FailureNote failure={failure} />
      <footer className={form.footer}>
        <span className={styles.note} role="status">
          {busy ? words.importing : ''}
        </span>
        <Button disabled={busy || chosen.length === 0} onClick={() => void take()}>
          {words.start}
        </Button>
      </footer>
    </>
  )
}

interface SessionRowProps {
  readonly session: FoundSession
  readonly checked: boolean
  onChange(checked: boolean): void
}

function SessionRow({ session, checked, onChange }: SessionRowProps) {
  const { tool, name, folder, changedAt, bytes, imported } = session
  const facts = [foreignToolLabel(tool), dateText(changedAt), formatSize(bytes), ...(folder === null ? [] : [folder])]
  return (
    <label className={styles.session}>
      <input type="checkbox" checked={checked} onChange={(change) => onChange(change.target.checked)} />
      <span className={styles.sessionName}>{name === '' ? session.session : name}</span>
      <span className={styles.facts}>{[...facts, ...(imported ? [words.imported] : [])].join(' · ')}</span>
    </label>
  )
}
