import { Check, Pencil } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'

import type { ChangeHunk } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useModels } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { StateShape } from '../parts/state-shape.tsx'
import { AgentLeaf } from './agent-leaf.tsx'
import { namesModel } from '../store/agent-name.ts'
import { modelTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import { splitRows, unifiedRows } from './diff-rows.ts'
import { DiffRows, type PickLine } from './diff-rows-view.tsx'
import styles from './diff.module.css'
import type { HunkWriter } from './hunk-writer.ts'
import { NearView } from './near-view.tsx'

const words = texts.changes

/** As they are named on keyboards. */
const KEYS = { keep: 'Y', undo: 'U', comment: 'C' } as const

/** Heights of the head of a part and of a row, rem. */
const HEAD = 1.875
const ROW = 1.25

interface HunkViewProps {
  readonly hunk: ChangeHunk
  readonly index: number
  /** Number of parts of the file. */
  readonly count: number
  readonly path: string
  readonly language: string
  readonly agentId: AgentId
  readonly writer: HunkWriter
  readonly options: {
    readonly isUnified: boolean
    readonly isWrapped: boolean
  }
  readonly isKept: boolean
  onKeep(): void
  /** Null: it is no change that can be undone. */
  readonly onUndo: (() => void) | null
  onComment(): void
  readonly onPick: PickLine
  /** What stands below the lines: comments. */
  readonly children: ReactNode
}

/** A part of a file's change: who wrote it, what can be done with it, and its lines. */
export function HunkView({ hunk, index, count, path, language, agentId, writer, options, ...part }: HunkViewProps) {
  const { isUnified, isWrapped } = options
  const rows = useMemo(() => (isUnified ? unifiedRows(hunk) : splitRows(hunk)), [isUnified, hunk])
  return (
    <section
      className={styles.hunk}
      role="group"
      aria-label={words.part({ part: index + 1, parts: count })}
      data-hunk={index}
      data-writer={writer.type}
      tabIndex={-1}
    >
      <NearView height={HEAD + rows.length * ROW}>
        {() => (
          <div className={styles.hunkBody}>
            <span className={styles.stem} aria-hidden>
              <WriterSign agentId={agentId} writer={writer} />
            </span>
            <div className={styles.hunkText}>
              <HunkHead agentId={agentId} writer={writer} {...part} />
              <DiffRows
                rows={rows}
                language={language}
                label={words.partOf({ file: path, part: index + 1 })}
                isUnified={isUnified}
                isWrapped={isWrapped}
                onPick={part.onPick}
              />
              {part.children}
            </div>
          </div>
        )}
      </NearView>
    </section>
  )
}

interface WriterProps {
  readonly agentId: AgentId
  readonly writer: HunkWriter
}

function WriterSign({ agentId, writer }: WriterProps) {
  if (writer.type === 'outside') return <Pencil />
  if (writer.type === 'unsure') return <StateShape state="needs_you" />
  return <AgentLeaf agentId={writer.type === 'call' ? writer.lines.agentId : agentId} />
}

/** Who wrote a part: the agent, its model and the prompt, as far as they are known. */
function WriterText({ agentId, writer }: WriterProps) {
  const name = useAgentName(writer.type === 'call' ? writer.lines.agentId : agentId)
  const { model = null, prompt = null } = writer.type === 'call' ? writer.lines : {}
  const title = useModels(({ list }) => (model === null ? null : modelTitle(list, model.provider, model.name)))
  if (writer.type === 'outside') return <b>{words.outside}</b>
  if (writer.type === 'unsure') return <b>{words.unsure}</b>
  return (
    <>
      <b>{name}</b>
      {title === null || namesModel(name, title) ? null : <span className={styles.quiet}>{title}</span>}
      {prompt === null ? null : (
        <span className={styles.quietCut} title={prompt}>
          {words.view.prompted({ prompt })}
        </span>
      )}
    </>
  )
}

type HunkHeadProps = WriterProps & Pick<HunkViewProps, 'isKept' | 'onKeep' | 'onUndo' | 'onComment'>

function HunkHead({ isKept, onKeep, onUndo, onComment, ...writer }: HunkHeadProps) {
  return (
    <div className={styles.head}>
      <WriterText {...writer} />
      <span className={styles.space} />
      <Button tone="quiet" aria-pressed={isKept} aria-keyshortcuts="y" onClick={onKeep}>
        {isKept ? <Check aria-hidden /> : null}
        {isKept ? words.kept : words.view.keep}
        <kbd aria-hidden>{KEYS.keep}</kbd>
      </Button>
      {onUndo === null ? null : (
        <Button tone="quiet" aria-keyshortcuts="u" onClick={onUndo}>
          {texts.common.undo}
          <kbd aria-hidden>{KEYS.undo}</kbd>
        </Button>
      )}
      <Button tone="quiet" aria-keyshortcuts="c" onClick={onComment}>
        {words.comments.comment}
        <kbd aria-hidden>{KEYS.comment}</kbd>
      </Button>
    </div>
  )
}
