import { FileDiff as ComparedSign, Pencil } from 'lucide-react'
import { useState } from 'react'

import { visibleText } from '../../shared/visible-text.ts'
import { agentName } from '../store/agent-name.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useTree } from '../hooks/use-stores.ts'
import { StateShape } from '../parts/state-shape.tsx'
import { texts } from '../text/texts.ts'
import { AgentLeaf } from './agent-leaf.tsx'
import type { FileGroup, GroupOwner, ReviewedFile } from './file-groups.ts'
import { LineFigures } from './line-figures.tsx'
import styles from './reviewed-files.module.css'

const words = texts.changes
const LETTERS = { added: 'A', modified: 'M', deleted: 'D' } as const

interface ReviewedFilesProps {
  readonly groups: readonly FileGroup[]
  /** Null: none. */
  readonly selected: string | null
  readonly isKept: (file: ReviewedFile) => boolean
  readonly onKeep: (file: ReviewedFile) => void
  readonly onSelect: (key: string) => void
}

/** The files of a review, grouped by whose they are. */
export function ReviewedFiles({ groups, ...row }: ReviewedFilesProps) {
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  return (
    <>
      <input
        type="search"
        className={styles.filter}
        value={filter}
        placeholder={words.view.filter}
        aria-label={words.view.filter}
        onChange={(change) => setFilter(change.target.value)}
      />
      <div className={styles.groups} role="group" aria-label={words.files}>
        {groups.map(({ owner, files }) => {
          const shown = files.filter(({ file }) => file.path.toLowerCase().includes(wanted))
          const key = owner.type === 'agent' ? owner.agentId : owner.type
          return shown.length === 0 ? null : <Group key={key} owner={owner} files={shown} {...row} />
        })}
      </div>
    </>
  )
}

type GroupProps = Omit<ReviewedFilesProps, 'groups'> & FileGroup

function Group({ owner, files, ...row }: GroupProps) {
  const name = useOwnerName(owner)
  return (
    <section aria-label={name}>
      <h3 className={styles.owner}>
        <OwnerSign owner={owner} />
        <span className={styles.cut}>{name}</span>
        <span className={styles.quiet}>{words.view.fileCount({ files: files.length })}</span>
      </h3>
      <ul className={styles.files} aria-label={words.view.filesOf({ whose: name })}>
        {files.map((each) => (
          <FileRow key={each.key} each={each} {...row} />
        ))}
      </ul>
      {owner.type === 'unsure' ? <UnsureReason files={files} /> : null}
    </section>
  )
}

function useOwnerName(owner: GroupOwner): string {
  const agent = useAgentName(owner.type === 'agent' ? owner.agentId : '')
  return owner.type === 'agent' ? agent : words.view.owners[owner.type]
}

function OwnerSign({ owner }: { readonly owner: GroupOwner }) {
  if (owner.type === 'agent') return <AgentLeaf agentId={owner.agentId} />
  if (owner.type === 'unsure') return <StateShape state="needs_you" />
  return owner.type === 'outside' ? <Pencil aria-hidden /> : <ComparedSign aria-hidden />
}

interface FileRowProps extends Omit<ReviewedFilesProps, 'groups'> {
  readonly each: ReviewedFile
}

function FileRow({ each, selected, isKept, onKeep, onSelect }: FileRowProps) {
  const { file, key } = each
  const end = file.path.lastIndexOf('/') + 1
  const kept = isKept(each)
  return (
    <li className={styles.row} data-kept={kept}>
      <input
        type="checkbox"
        checked={kept}
        aria-label={words.view.reviewedFile({ file: visibleText(file.path) })}
        onChange={() => onKeep(each)}
      />
      <button
        type="button"
        className={styles.file}
        aria-current={key === selected}
        data-file={key}
        title={visibleText(file.path)}
        onClick={() => onSelect(key)}
      >
        <abbr className={styles.letter} title={words.statuses[file.status]}>
          {LETTERS[file.status]}
        </abbr>
        <span className={styles.cut}>
          {visibleText(file.path.slice(end))}
          <span className={styles.folder}> {visibleText(file.path.slice(0, Math.max(0, end - 1)))}</span>
        </span>
        <LineFigures file={file} />
      </button>
    </li>
  )
}

/** Says why it is not certain whose the files are, and names the agents that may have written them. */
function UnsureReason({ files }: { readonly files: readonly ReviewedFile[] }) {
  const ids = [...new Set(files.map(({ agentId }) => agentId))]
  const others = [...new Set(files.flatMap(({ writers }) => writers))].filter((id) => !ids.includes(id))
  const ran = useQuotedNames(ids)
  const write = useQuotedNames(others)
  return (
    <p className={styles.reason}>
      {words.view.unsureReason({ agents: ran })}
      {others.length === 0 ? null : ` ${words.view.alsoWrites({ agents: write, count: others.length })}`}
    </p>
  )
}

/** Returns the names of agents, in quotes, as a list. */
export function useQuotedNames(ids: readonly string[]): string {
  return useTree(({ agents }) =>
    ids.map((id) => words.view.quoted({ name: agentName(agents.get(id) ?? { id, name: '' }) })).join(', '),
  )
}
