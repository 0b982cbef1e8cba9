import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { TurnView } from '../../shared/agent-view.ts'

import { AnswerFactsProvider } from '../history/answer-facts.ts'
import { EventMarksProvider } from '../history/event-marks.tsx'
import { RerunBar } from '../history/rerun-bar.tsx'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useCommands } from '../hooks/command-context.ts'
import { useLayout, useViews } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { FigureBar } from '../parts/figure-bar.tsx'
import { formatDuration } from '../parts/format-figures.ts'
import { useNow } from '../parts/use-now.ts'
import { PromptNotice } from '../prompt/prompt-notice.tsx'
import type { Comparison } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import { ColumnAnswer } from './column-answer.tsx'
import columnFiguresStyles from './column-figures.module.css'
import { FIGURES, type RelativeFigure } from './column-figures.ts'
import { ColumnHead } from './column-head.tsx'
import type { ColumnIdentity } from './column-identity.ts'
import type { ColumnRerun, RerunLineText } from './column-rerun.ts'
import type { ComparedCell } from './compared-rows.ts'
import styles from './compare-column.module.css'
import { runSingleKey } from './compare-keys.ts'
import type { ColumnVote } from './row-judgement.ts'
import type { ColumnVerdict } from './verdicts.ts'

export interface CompareColumnProps {
  readonly column: ColumnIdentity
  readonly comparison: Comparison
  readonly cell: ComparedCell
  /** Null: there are none, or they are hidden. */
  readonly figures: readonly RelativeFigure[] | null
  /** Null: nobody ranked it, or the verdict is hidden. */
  readonly verdict: ColumnVerdict | null
  /** Null: there is no answer to vote on. */
  readonly vote: ColumnVote | null
  readonly rerun: ColumnRerun
  /** Whether it stands in the newest row, which has the focus of its column. */
  readonly isNewestRow: boolean
  /** Whether a narrow view, which has one column at a time, shows it. */
  readonly isShown: boolean
  /** Goes to the next (1) or the previous (-1) column; null: in rows above. */
  readonly onStep: ((step: 1 | -1) => void) | null
}

/** One agent in a row: its name, the figures of its answer, what judges say about it, and the answer. */
export function CompareColumn(props: CompareColumnProps) {
  const { column, comparison, cell, figures, verdict, vote, rerun, isNewestRow, isShown, onStep } = props
  const { agentId, letter, name, isHidden } = column
  const { layout } = useStores()
  const { compare } = useActions()
  const focused = useLayout((state) => state.focused === agentId)
  const element = useRef<HTMLElement>(null)
  const isTaken = useRef(false)
  useEffect(() => {
    // A column that took the focus by a click is in view; moving it would move what is clicked.
    if (focused && isNewestRow && !isTaken.current)
      element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    isTaken.current = false
  }, [focused, isNewestRow])
  function take(): void {
    isTaken.current = !focused
    layout.dispatch({ type: 'focus', agentId })
  }
  function onKeyDown(key: KeyboardEvent<HTMLElement>): void {
    runSingleKey(key, {
      P: vote?.toggle,
      'Shift+A': () => void compare.adopt(comparison, agentId),
      ArrowLeft: onStep === null ? undefined : () => onStep(-1),
      ArrowRight: onStep === null ? undefined : () => onStep(1),
    })
  }

  const label = isHidden ? name : [`${letter}: ${name}`, ...(verdict === null ? [] : [verdict.rank])].join(', ')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- single keys of the focused column
    <section
      ref={element}
      // A row above has the same columns: it is no landmark.
      role={isNewestRow ? 'region' : 'group'}
      className={styles.column}
      data-column={agentId}
      data-focused={focused}
      data-first={verdict?.isFirst === true}
      data-shown={isShown}
      aria-label={label}
      tabIndex={isNewestRow && focused ? 0 : -1}
      onFocusCapture={take}
      onPointerDownCapture={take}
      onKeyDown={onKeyDown}
    >
      <div className={styles.fan} data-fan aria-hidden />
      <div className={styles.headPlace}>
        <ColumnHead column={column} comparison={comparison} isFirst={verdict?.isFirst === true} vote={vote} />
      </div>
      <div className={styles.figures}>
        <Figures {...props} figures={figures} />
        {rerun.line === null || !isNewestRow ? null : <RerunLine {...rerun.line} />}
      </div>
      <div className={styles.verdict} title={verdict?.details}>
        {verdict === null ? null : (
          <p>
            <strong data-first={verdict.isFirst}>{verdict.rank}</strong> <span>{verdict.reason}</span>
          </p>
        )}
      </div>
      <div className={styles.answer}>
        {isNewestRow ? <RerunBar agentId={agentId} /> : null}
        <AnswerFactsProvider value={isHidden ? 'none' : 'rare'}>
          <EventMarksProvider value={rerun.marks}>
            <ColumnAnswer
              agentId={agentId}
              promptId={cell.turn?.promptId ?? null}
              items={cell.items}
              isNewest={cell.isNewest}
              isAsked={cell.turn !== null}
            />
          </EventMarksProvider>
        </AnswerFactsProvider>
        {isNewestRow ? <PromptNotice agentId={agentId} /> : null}
      </div>
    </section>
  )
}

function Figures({ column, cell, figures }: CompareColumnProps) {
  const startedAt = useViews(({ views }) => views.get(column.agentId)?.turn?.startedAt ?? null)
  if (startedAt !== null && cell.isNewest) return <RunningFigures startedAt={startedAt} />
  return figures === null ? null : <ColumnFigureList figures={figures} />
}

/** In the head of a rerun's column: what it repeats, and how many calls differ. */
function RerunLine({ text, hasDivergence }: RerunLineText) {
  const goTo = useCommands().find(({ id }) => id === 'compare.divergence')
  return (
    <div className={styles.rerun}>
      <span>{text}</span>
      {hasDivergence ? (
        <Button tone="quiet" onClick={() => goTo?.getAction()?.()}>
          {texts.compare.rerun.goTo}
        </Button>
      ) : null}
    </div>
  )
}

const words = texts.compare.figures

/** The figures of an answer in one line, each over a bar whose length is relative to the largest of the row. */
function ColumnFigureList({ figures }: { figures: readonly RelativeFigure[] }) {
  return (
    <dl className={columnFiguresStyles.figures}>
      {figures.map(({ name, value, share, isBest }) => {
        const { short, exact } = FIGURES[name]
        return (
          <div key={name} className={columnFiguresStyles.figure} data-figure={name} data-best={isBest}>
            <dt className={name === 'cost' ? 'visually-hidden' : undefined}>
              {name === 'cost' ? words.titles.cost : words[name]}
            </dt>{' '}
            <dd title={`${words.titles[name]}: ${value === null ? words.notKnown : exact(value)}`}>
              <span className={columnFiguresStyles.value}>{value === null ? '–' : short(value)}</span>
              {isBest ? <span className={columnFiguresStyles.best}> {words.best}</span> : null}
            </dd>
            {value === null ? null : <FigureBar share={share} isMarked={isBest} className={columnFiguresStyles.bar} />}
          </div>
        )
      })}
    </dl>
  )
}

const TENTH_MS = 100

/** The time since the beginning of a turn that runs. */
function RunningFigures({ startedAt }: Pick<TurnView, 'startedAt'>) {
  const elapsed = Math.max(0, useNow(TENTH_MS) - startedAt)
  return (
    <dl className={columnFiguresStyles.figures}>
      <div className={columnFiguresStyles.figure}>
        <dt>{words.answering}</dt> <dd>{formatDuration(elapsed)}</dd>
      </div>
    </dl>
  )
}
