import { useEffect, useState } from 'react'

import type { ForeignReport } from '../../shared/foreign-report.ts'
import { foreignToolLabel } from '../../shared/foreign-tools.ts'
import type { FoundSession } from '../../shared/found-session.ts'
import type { Result } from '../../shared/result.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { formatSize } from '../parts/format-figures.ts'
import form from '../parts/question-dialog.module.css'
import { dateText } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import { SessionChoices } from './session-choices.tsx'
import { ImportProgressBar, useSessionImport } from './session-progress.tsx'
import styles from './transfer-dialog.module.css'

const words = texts.transfer.sessions

interface FoundSessionsProps {
  onImported(report: ForeignReport): void
}

/** The sessions of other tools on the engine's machine, to choose from. */
export function FoundSessions({ onImported }: FoundSessionsProps) {
  const { transfer } = useActions()
  const [found, setFound] = useState<Result<readonly FoundSession[]> | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { running, failed, start, cancel } = useSessionImport(onImported)

  useEffect(() => {
    let isShown = true
    void transfer.findSessions().then((result) => (isShown ? setFound(result) : undefined))
    return () => {
      isShown = false
    }
  }, [transfer])

  if (found === null) return <p className={styles.status}>{words.looking}</p>
  if (!found.ok) return <FailureNote failure={found.error.message} />
  const { value: sessions } = found
  if (sessions.length === 0) return <p className={styles.status}>{words.none}</p>
  const wanted = sessions.filter((session) => chosen.has(keyOf(session)))
  return (
    <>
      <SessionChoices
        label={words.legend}
        items={sessions.map(itemOf)}
        chosen={chosen}
        disabled={running !== null}
        onChange={setChosen}
      />
      <FailureNote failure={failed} />
      <ImportProgressBar progress={running} />
      <footer className={form.footer}>
        <span className={styles.note} role="status">
          {running === null ? '' : texts.transfer.source.importing(running)}
        </span>
        {running === null ? null : (
          <Button tone="quiet" onClick={cancel}>
            {texts.common.cancel}
          </Button>
        )}
        <Button
          disabled={running !== null || wanted.length === 0}
          onClick={() => void start((watched) => transfer.importSessions(wanted, watched))}
        >
          {words.start}
        </Button>
      </footer>
    </>
  )
}

function keyOf({ path, session }: FoundSession): string {
  return `${path} ${session}`
}

function itemOf(session: FoundSession) {
  const { tool, name, folder, changedAt, bytes, imported } = session
  const facts = [foreignToolLabel(tool), dateText(changedAt), formatSize(bytes), ...(folder === null ? [] : [folder])]
  return {
    key: keyOf(session),
    name: name === '' ? session.session : name,
    facts: [...facts, ...(imported ? [words.imported] : [])],
  }
}
