import { useState } from 'react'

import type { ForeignReport } from '../../shared/foreign-report.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { ImportResult, UnreadKey } from '../../shared/log-row.ts'
import type { SourceFile } from '../actions/session-import-actions.ts'
import { useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import form from '../parts/question-dialog.module.css'
import { FoundSessions } from './found-sessions.tsx'
import { ImportFile } from './import-file.tsx'
import { ImportReport } from './import-report.tsx'
import { isOwnLog } from './source-files.ts'
import { SourceImport } from './source-import.tsx'
import { SourcePicker } from './source-picker.tsx'
import { WithheldList } from './withheld-list.tsx'
import styles from './transfer-dialog.module.css'
import { texts } from '../text/texts.ts'

const words = texts.transfer.import

/** Imports files of ikigai and of other tools, or sessions on this computer, and shows the first of the new agents. */
export function ImportDialog() {
  const { dialogs, layout } = useStores()
  const [report, setReport] = useState<ForeignReport | null>(null)
  const [imported, setImported] = useState<ImportResult | null>(null)
  const [sources, setSources] = useState<Sources | null>(null)
  const close = () => dialogs.close()

  function closeAndShow(agentId: AgentId | null): void {
    close()
    if (agentId !== null) layout.dispatch({ type: 'open', agents: [agentId], focus: true })
  }

  if (report !== null) {
    const { main = null } = report.sessions.find(({ agents }) => agents.length > 0) ?? {}
    return (
      <Dialog title={words.imported} size="wide" initialFocus="marked" onClose={close}>
        <ImportReport report={report} />
        <footer className={`${form.footer} ${styles.end}`}>
          <Button tone="primary" data-first-focus onClick={() => closeAndShow(main)}>
            {main === null ? words.close : words.showAgent}
          </Button>
        </footer>
      </Dialog>
    )
  }

  if (imported !== null) {
    const { agents, withheld = [], unread = [] } = imported
    const [first = null] = agents
    const title = withheld.length > 0 ? words.withheldTitle : words.unreadTitle
    return (
      <Dialog title={title} size="wide" initialFocus="marked" onClose={close}>
        {withheld.length > 0 && <WithheldList withheld={withheld} />}
        {unread.length > 0 && <UnreadList unread={unread} />}
        <footer className={`${form.footer} ${styles.end}`}>
          <Button tone="primary" data-first-focus onClick={() => closeAndShow(first)}>
            {first === null ? words.close : words.showAgent}
          </Button>
        </footer>
      </Dialog>
    )
  }

  return (
    <Dialog
      key={sources === null ? 'choose' : 'chosen'}
      title={words.title}
      size="wide"
      initialFocus="marked"
      onClose={close}
    >
      {sources === null ? (
        <div className={form.form}>
          <SourcePicker onFiles={(files) => void sourcesOf(files).then(setSources)} />
          <section className={form.form} aria-label={words.otherTools}>
            <FoundSessions onImported={setReport} />
          </section>
        </div>
      ) : sources.own === null ? (
        <SourceImport files={sources.files} onImported={setReport} onBack={() => setSources(null)} />
      ) : (
        <ImportFile
          file={sources.own}
          onImported={(result) => {
            const isWhole = result.withheld === undefined && result.unread === undefined
            if (isWhole) closeAndShow(result.agents[0] ?? null)
            else setImported(result)
          }}
          onCancel={close}
        />
      )}
    </Dialog>
  )
}

/** The chosen files, and the one of ikigai's own format; null: they are of other tools. */
interface Sources {
  readonly files: readonly SourceFile[]
  readonly own: File | null
}

async function sourcesOf(files: readonly SourceFile[]): Promise<Sources> {
  return { files, own: (await isOwnLog(files)) ? (files[0]?.file ?? null) : null }
}

/** The keys of a file that this version does not know, with the number of lines that had them. */
function UnreadList({ unread }: { readonly unread: readonly UnreadKey[] }) {
  return (
    <div className={form.form}>
      <p className={form.caption}>{words.unreadAbout}</p>
      <ul aria-label={words.unreadTitle}>
        {unread.map(({ type, key, count }) => (
          <li key={`${type} ${key}`}>{words.unreadKey({ type, key, count })}</li>
        ))}
      </ul>
    </div>
  )
}
