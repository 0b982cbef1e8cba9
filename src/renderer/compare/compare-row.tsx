import { ChevronDown, ChevronRight } from 'lucide-react'
import type { AgentId } from '../../shared/ids.ts'
import { MessageFiles } from '../history/message-files.tsx'
import { focusColumn } from '../commands/landmarks.ts'
import { useStores } from '../hooks/app-context.ts'
import { useLayout } from '../hooks/use-stores.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { PlainIconButton } from '../parts/plain-icon-button.tsx'
import type { Comparison } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import { ColumnStream } from './column-answer.tsx'
import { hasFigures, relativeFigures, turnFigures } from './column-figures.ts'
import type { ColumnIdentity } from './column-identity.ts'
import { type ColumnRerun, NO_RERUN } from './column-rerun.ts'
import { columnsStyle } from './columns-style.ts'
import { ColumnTabs } from './column-tabs.tsx'
import { CompareColumn } from './compare-column.tsx'
import styles from './compare-row.module.css'
import type { ComparedRow } from './compared-rows.ts'
import { JudgeLines } from './judge-lines.tsx'
import { MergedAnswer } from './merged-answer.tsx'
import { useRowJudgement } from './row-judgement.ts'

const words = texts.compare

interface CompareRowProps {
  readonly comparison: Comparison
  readonly columns: readonly ColumnIdentity[]
  readonly row: ComparedRow
  /** Agents that judge, and that merge, the answers of this row. */
  readonly judges: readonly AgentId[]
  readonly merges: readonly AgentId[]
  readonly reruns: readonly ColumnRerun[]
  readonly isNewest: boolean
  readonly isOpen: boolean
  onFold(open: boolean): void
}

/** A prompt across all columns, what judges say about the answers, the answers, and what was merged from them. */
export function CompareRow(props: CompareRowProps) {
  const { comparison, columns, row, judges, merges, isNewest, isOpen, onFold } = props
  if (!isOpen) return <FoldedRow row={row} columns={columns} onOpen={() => onFold(true)} />
  return (
    <section className={styles.row} data-row={row.key}>
      <div className={styles.question}>
        <Prompt row={row} agentId={comparison.agents[0] ?? ''} isNewest={isNewest} onFold={() => onFold(false)} />
        {comparison.hidden === null ? (
          <JudgeLines judges={judges} />
        ) : (
          <p className={styles.line}>{words.blind.note}</p>
        )}
      </div>
      <Columns {...props} />
      {merges.map((agentId) => (
        <MergedAnswer key={agentId} agentId={agentId} comparison={comparison} columns={columns} />
      ))}
    </section>
  )
}

interface PromptProps {
  readonly row: ComparedRow
  /** Whose files the prompt has. */
  readonly agentId: AgentId
  readonly isNewest: boolean
  onFold(): void
}

function Prompt({ row: { prompt }, agentId, isNewest, onFold }: PromptProps) {
  if (prompt === null) return <p className={styles.line}>{words.answers.unasked}</p>
  const text = prompt.content ?? ''
  return (
    <article className={styles.prompt} aria-label={texts.message.prompt} tabIndex={-1} data-kind="user">
      <span className={styles.dot} aria-hidden />
      <ColumnStream agentId={agentId}>
        <MessageFiles event={prompt} />
      </ColumnStream>
      {text === '' ? null : (
        <p className={styles.ask} dir="auto" data-long={text.length > LONG_PROMPT || undefined}>
          {text}
        </p>
      )}
      <span className={styles.promptActs}>
        {text === '' ? null : <CopyButton text={text} label={texts.message.copy} />}
        {isNewest ? null : (
          <PlainIconButton label={words.rows.fold} aria-expanded onClick={onFold}>
            <ChevronDown />
          </PlainIconButton>
        )}
      </span>
    </article>
  )
}

/** Longer prompts are set in regular weight. Characters. */
const LONG_PROMPT = 240

/** A row in one line: its prompt and the letters. */
function FoldedRow({
  row,
  columns,
  onOpen,
}: {
  row: CompareRowProps['row']
  columns: CompareRowProps['columns']
  onOpen: () => void
}) {
  return (
    <button type="button" className={styles.folded} aria-expanded={false} data-row={row.key} onClick={onOpen}>
      <ChevronRight aria-hidden />
      <span className={styles.foldedText}>{row.prompt?.content ?? ''}</span>
      <span className={styles.foldedLetters}>· {columns.map(({ letter }) => letter).join(' ')}</span>
    </button>
  )
}

function Columns({ comparison, columns, row, judges, reruns, isNewest }: CompareRowProps) {
  const { layout } = useStores()
  const focused = useLayout((state) => state.focused)
  const { verdicts, votes } = useRowJudgement(comparison, row, judges)
  const figures = row.cells.map(({ turn }) => turnFigures(turn))
  const relative = relativeFigures(figures)
  function goTo(column: ColumnIdentity | undefined): void {
    if (column === undefined) return
    layout.dispatch({ type: 'focus', agentId: column.agentId })
    // In a narrow view the column is shown in the next frame.
    requestAnimationFrame(() => focusColumn(column.agentId))
  }

  const shown = columns.some(({ agentId }) => agentId === focused) ? focused : columns[0]?.agentId
  return (
    <>
      {isNewest ? <ColumnTabs columns={columns} verdicts={verdicts} /> : null}
      <div className={styles.columns} style={columnsStyle(columns.length)}>
        {columns.map((column, place) => {
          const { agentId, index, isHidden } = column
          const cell = row.cells[index]
          if (cell === undefined) return null
          const known = figures[index]
          const hasAny = known !== undefined && hasFigures(known) && !isHidden
          return (
            <CompareColumn
              key={agentId}
              column={column}
              comparison={comparison}
              cell={cell}
              figures={hasAny ? (relative[index] ?? null) : null}
              verdict={isHidden ? null : (verdicts[index] ?? null)}
              vote={votes[index] ?? null}
              rerun={reruns[index] ?? NO_RERUN}
              isNewestRow={isNewest}
              isShown={agentId === shown}
              onStep={isNewest ? (step) => goTo(columns[place + step]) : null}
            />
          )
        })}
      </div>
    </>
  )
}
