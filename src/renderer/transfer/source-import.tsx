import { useEffect, useRef, useState } from 'react'

import type { ForeignReport } from '../../shared/foreign-report.ts'
import { foreignToolLabel } from '../../shared/foreign-tools.ts'
import type { ListedSession } from '../../shared/session-import.ts'
import type { ReadSource, SourceFile, SourceProgress } from '../actions/session-import-actions.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { formatSize } from '../parts/format-figures.ts'
import form from '../parts/question-dialog.module.css'
import { dateText } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import { SessionChoices } from './session-choices.tsx'
import { ImportProgressBar, useSessionImport } from './session-progress.tsx'
import styles from './transfer-dialog.module.css'

const words = texts.transfer.source

interface SourceImportProps {
  readonly files: readonly SourceFile[]
  onImported(report: ForeignReport): void
  /** Other files are to be chosen. */
  onBack(): void
}

/** Sends files of another tool, shows the conversations in them, and imports those that are chosen. */
export function SourceImport({ files, onImported, onBack }: SourceImportProps) {
  const { transfer } = useActions()
  const { progress, source, failure } = useSource(files)
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const { running, failed, start, cancel } = useSessionImport(onImported)
  if (failure !== null) {
    return (
      <div className={form.form}>
        <FailureNote failure={failure} />
        <footer className={form.footer}>
          <Button data-first-focus onClick={onBack}>
            {words.others}
          </Button>
        </footer>
      </div>
    )
  }
  if (source === null) return <ReadingFiles progress={progress} onCancel={onBack} />
  const sessions = source.sessions.toSorted((a, b) => ((a.lastAt ?? '') < (b.lastAt ?? '') ? 1 : -1))
  const fresh = new Set(sessions.flatMap(({ key, imported }) => (imported ? [] : key)))
  const keys = chosen ?? fresh
  return (
    <form
      className={form.form}
      onSubmit={(submit) => {
        submit.preventDefault()
        void start((watched) => transfer.importSource(source.id, [...keys], watched))
      }}
    >
      <SessionChoices
        label={words.found}
        items={sessions.map(itemOf)}
        chosen={keys}
        disabled={running !== null}
        onChange={setChosen}
      />
      {source.unread.length === 0 ? null : (
        <Disclosure summary={words.without({ files: source.unread.length })}>
          <UnreadList unread={source.unread} />
        </Disclosure>
      )}
      <FailureNote failure={failed} />
      <ImportProgressBar progress={running} />
      <footer className={form.footer}>
        <span className={styles.note} role="status">
          {running === null ? '' : words.importing(running)}
        </span>
        <Button tone="quiet" onClick={running === null ? onBack : cancel}>
          {running === null ? words.others : texts.common.cancel}
        </Button>
        <Button tone="primary" type="submit" data-first-focus disabled={running !== null || keys.size === 0}>
          {texts.transfer.import.start}
        </Button>
      </footer>
    </form>
  )
}

function itemOf({ key, name, session, tool, firstAt, lastAt, messages, imported }: ListedSession) {
  const days = [firstAt, lastAt].flatMap((at) => (at === null ? [] : dateText(at)))
  const facts = [foreignToolLabel(tool), [...new Set(days)].join(' – '), words.messages({ messages })]
  const known = imported ? [texts.transfer.sessions.imported] : []
  return { key, name: name === '' ? session : name, facts: [...facts.filter((fact) => fact !== ''), ...known] }
}

function ReadingFiles({ progress, onCancel }: { readonly progress: SourceProgress; onCancel(): void }) {
  const done = progress.type === 'sending' && progress.of > 0 ? progress.bytes / progress.of : undefined
  return (
    <div className={form.form}>
      <progress className={styles.progress} aria-label={texts.transfer.import.progress} value={done} />
      <footer className={form.footer}>
        <span className={styles.note} role="status">
          {progress.type === 'reading'
            ? words.reading({ found: progress.found })
            : texts.transfer.import.reading({ size: formatSize(progress.bytes), of: formatSize(progress.of) })}
        </span>
        <Button tone="quiet" data-first-focus onClick={onCancel}>
          {texts.common.cancel}
        </Button>
      </footer>
    </div>
  )
}

function UnreadList({ unread }: { readonly unread: ForeignReport['unread'] }) {
  return (
    <ul className={styles.reasons} aria-label={words.unread}>
      {unread.map(({ source, reason }) => (
        <li key={`${source} ${reason}`}>{words.unreadFile({ source, reason })}</li>
      ))}
    </ul>
  )
}

/** Sends the files when it is first shown. They are removed from the engine when the dialog closes. */
function useSource(files: readonly SourceFile[]) {
  const { transfer } = useActions()
  const [progress, setProgress] = useState<SourceProgress>({ type: 'sending', bytes: 0, of: 0 })
  const [source, setSource] = useState<ReadSource | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => {
    const own = new AbortController()
    stop.current = own
    void transfer.readSource(files, { signal: own.signal, onProgress: setProgress }).then((read) => {
      if (read === null || own.signal.aborted) return
      if (!read.ok) return setFailure(read.error.message)
      const { sessions, unread } = read.value
      if (sessions.length > 0) return setSource(read.value)
      const reasons = unread.map(({ source: name, reason }) => words.unreadFile({ source: name, reason }))
      setFailure([words.nothing, ...reasons.slice(0, MAX_REASONS)].join('\n'))
    })
    return () => own.abort()
  }, [files, transfer])
  return { progress, source, failure }
}

/** Files that are named when none has a conversation. */
const MAX_REASONS = 5
