import { useEffect, useState } from 'react'

import { ApplyPart } from '../changes/apply-part.tsx'
import { FileDiff } from '../changes/file-diff.tsx'
import { changeFigures } from '../../shared/change-figures.ts'
import { type ChangeList, isCertain } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import styles from './compare-changes.module.css'
import { type ComparedFile, comparedFiles, relationText } from './compared-changes.ts'
import type { Comparison } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import { columnLabel, useColumns } from './column-identity.ts'

const words = texts.compare.changes

/** More files are folded until the user opens them. */
const MAX_OPEN = 10

interface CompareChangesProps {
  readonly comparison: Comparison
  /** The lists are loaded again when an answer begins or ends. */
  readonly isAnswering: boolean
}

/** What several agents changed in files: the same file in one row, with a column for each agent. */
export function CompareChanges({ comparison, isAnswering }: CompareChangesProps) {
  const columns = useColumns(comparison)
  const agents = columns.map(({ agentId }) => agentId)
  const loaded = useChangeLists(agents.join(' '), isAnswering)
  const names = columns.map(columnLabel)
  const lists = agents.map((_, index) => listIn(loaded?.[index]))
  const files = comparedFiles(lists)
  const labels = columns.map(({ letter }) => letter)
  return (
    <div className={styles.view}>
      <div className={styles.columns}>
        {agents.map((agentId, index) => (
          <section key={agentId} className={styles.column} aria-label={words.of({ agent: names[index] ?? '' })}>
            <h3 className={styles.name}>{names[index]}</h3>
            <p className={styles.note}>{listText(lists[index] ?? null)}</p>
            <FailureNote failure={failureIn(loaded?.[index])} />
            <ApplyPart agentId={agentId} />
          </section>
        ))}
      </div>
      {loaded !== null && files.length === 0 ? (
        <p className={styles.nothing}>
          {words.none} {texts.changes.notLookedAt}
        </p>
      ) : null}
      {files.map((file) => (
        <FileRow key={file.path} file={file} agents={agents} labels={labels} isOpen={files.length <= MAX_OPEN} />
      ))}
    </div>
  )
}

interface FileRowProps {
  readonly file: ComparedFile
  readonly agents: readonly AgentId[]
  readonly labels: readonly string[]
  readonly isOpen: boolean
}

function FileRow({ file, agents, labels, isOpen }: FileRowProps) {
  const [wasOpened, setOpened] = useState(isOpen)
  return (
    <section className={styles.file} aria-label={visibleText(file.path)}>
      <Disclosure
        summary={
          <>
            <code>{visibleText(file.path)}</code>
            <span className={styles.note}>{relationText(file, labels)}</span>
          </>
        }
        open={isOpen}
        onOpen={() => setOpened(true)}
      >
        <div className={styles.columns}>
          {agents.map((agentId, index) => (
            <div key={agentId} className={styles.column} role="group" aria-label={labels[index]}>
              {file.changes[index] == null ? (
                <p className={styles.note}>{words.notChanged({ agent: labels[index] ?? '' })}</p>
              ) : wasOpened ? (
                <FileDiff agentId={agentId} scope={{ type: 'agent' }} path={file.path} />
              ) : null}
            </div>
          ))}
        </div>
      </Disclosure>
    </section>
  )
}

function listIn(loaded: Result<ChangeList> | undefined): ChangeList | null {
  return loaded?.ok === true ? loaded.value : null
}

function failureIn(loaded: Result<ChangeList> | undefined): string | null {
  return loaded?.ok === false ? loaded.error.message : null
}

function listText(list: ChangeList | null): string {
  return list === null ? '' : texts.changes.figures(changeFigures(list.files.filter(isCertain)))
}

/** Null: they are being loaded. `ids` are joined by a space. */
function useChangeLists(ids: string, isAnswering: boolean): readonly Result<ChangeList>[] | null {
  const { changes } = useActions()
  const [lists, setLists] = useState<readonly Result<ChangeList>[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    void Promise.all(ids.split(' ').map((agentId) => changes.list(agentId, { type: 'agent' }))).then((loaded) => {
      if (isCurrent) setLists(loaded)
    })
    return () => {
      isCurrent = false
    }
  }, [changes, ids, isAnswering])
  return lists
}
