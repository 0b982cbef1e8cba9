import { useId, useState, useEffect } from 'react'
import { formatCount } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'
import type { AnswerTurn } from './answer-turns.ts'
import styles from './compare-differences.module.css'
import { RenderedDifference } from './rendered-difference.tsx'
import { differenceFigures, type DifferencePiece } from './text-difference.ts'
import { pairCalls, type CallPair } from './call-difference.ts'
import { windowDifferences } from './difference-finder.ts'

const words = texts.compare.differences

interface AnswerDifferenceViewProps {
  readonly left: AnswerTurn
  readonly right: AnswerTurn
  readonly names: readonly [left: string, right: string]
}

/** The differences between the texts and tool calls of two answers, side by side or inline. */
export function AnswerDifferenceView({ left, right, names }: AnswerDifferenceViewProps) {
  const [inline, setInline] = useState(false)
  const [isSource, setSource] = useState(false)
  const heading = useId()
  const difference = useDifferences(left, right)
  if (difference === null) return <p className={styles.nothing}>{words.comparing}</p>
  const figures = differenceFigures(difference.text)
  return (
    <div className={styles.difference} role="region" aria-labelledby={heading}>
      <div className={styles.summary}>
        <h3 id={heading} className={styles.figures}>
          {words.inBoth({ words: formatCount(figures.same) })} ·{' '}
          <span className={styles.onlyLeft}>{words.onlyIn({ words: formatCount(figures.left), agent: names[0] })}</span>{' '}
          ·{' '}
          <span className={styles.onlyRight}>
            {words.onlyIn({ words: formatCount(figures.right), agent: names[1] })}
          </span>
        </h3>
        <span className={styles.switches}>
          <label className={styles.inlineSwitch}>
            <input type="checkbox" checked={isSource} onChange={(change) => setSource(change.target.checked)} />{' '}
            {words.source}
          </label>
          {isSource ? (
            <label className={styles.inlineSwitch}>
              <input type="checkbox" checked={inline} onChange={(change) => setInline(change.target.checked)} />{' '}
              {words.inline}
            </label>
          ) : null}
        </span>
      </div>
      {isSource ? (
        <DifferenceText pieces={difference.text} names={names} inline={inline} />
      ) : (
        <RenderedDifference texts={[left.text, right.text]} names={names} />
      )}
      <CallDifferences calls={difference.calls} names={names} />
    </div>
  )
}

function CallDifferences({
  calls,
  names,
}: {
  calls: readonly CallDifference[]
  names: AnswerDifferenceViewProps['names']
}) {
  if (calls.length === 0) return null
  return (
    <section className={styles.calls} aria-label={words.calls}>
      <h3 className={styles.callsTitle}>{words.calls}</h3>
      {calls.map((call, index) => (
        <article
          key={index}
          className={styles.call}
          aria-label={words.call({ tool: call.name, difference: callText(call, names) })}
        >
          <h4 className={styles.callName}>
            <code>{call.name}</code> <span className={styles.callText}>{callText(call, names)}</span>
          </h4>
          <DifferenceText pieces={call.pieces} names={names} inline />
        </article>
      ))}
    </section>
  )
}

function callText({ left, right }: CallDifference, names: AnswerDifferenceViewProps['names']): string {
  if (left === null) return words.only({ agent: names[1] })
  if (right === null) return words.only({ agent: names[0] })
  return left === right ? words.sameCall : words.otherArguments
}

interface CallDifference extends CallPair {
  readonly pieces: readonly DifferencePiece[]
}

interface AnswerDifference {
  readonly text: readonly DifferencePiece[]
  readonly calls: readonly CallDifference[]
}

/** Returns the differences between two answers; null while they are being computed. */
function useDifferences(left: AnswerTurn, right: AnswerTurn): AnswerDifference | null {
  const [found, setFound] = useState<{ left: AnswerTurn; right: AnswerTurn; is: AnswerDifference } | null>(null)
  useEffect(() => {
    let wanted = true
    void difference(left, right).then((is) => (wanted ? setFound({ left, right, is }) : undefined))
    return () => {
      wanted = false
    }
  }, [left, right])
  return found?.left === left && found.right === right ? found.is : null
}

async function difference(left: AnswerTurn, right: AnswerTurn): Promise<AnswerDifference> {
  const calls = pairCalls(left.calls, right.calls)
  const texts = calls.map((call) => [call.left ?? '', call.right ?? ''] as const)
  const [text = [], ...inCalls] = await windowDifferences.find([[left.text, right.text], ...texts])
  return { text, calls: calls.map((call, index) => ({ ...call, pieces: inCalls[index] ?? [] })) }
}

interface DifferenceTextProps {
  readonly pieces: readonly DifferencePiece[]
  readonly names: readonly [left: string, right: string]
  /** Shows both texts inline instead of side by side. */
  readonly inline: boolean
}

/** Two texts whose differences are marked by colour, and by a line through or under the text. */
function DifferenceText({ pieces, names, inline }: DifferenceTextProps) {
  if (inline) return <div className={styles.text}>{pieces.map(drawn)}</div>
  return (
    <div className={styles.sides}>
      {(['left', 'right'] as const).map((side, index) => (
        <section key={side} className={styles.side} aria-label={names[index]}>
          <h4 className={styles.sideName}>{names[index]}</h4>
          <div className={styles.text}>{pieces.filter(({ kind }) => kind === 'same' || kind === side).map(drawn)}</div>
        </section>
      ))}
    </div>
  )
}

function drawn({ kind, text }: DifferencePiece, index: number) {
  if (kind === 'same') return <span key={index}>{text}</span>
  return kind === 'left' ? <del key={index}>{text}</del> : <ins key={index}>{text}</ins>
}
