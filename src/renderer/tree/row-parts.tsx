import { Scale } from 'lucide-react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { CostSum } from '../../shared/cost-sum.ts'
import { BranchSign } from '../parts/branch-sign.tsx'
import { activityShape, secondsUntil } from '../parts/activity-dot.tsx'
import { formatCost } from '../parts/money-text.ts'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'
import { StateShape } from '../parts/state-shape.tsx'
import { useNow } from '../parts/use-now.ts'
import type { TreeRow } from '../store/tree-rows.ts'
import type { VersionsOfRow } from '../store/version-rows.ts'
import { texts } from '../text/texts.ts'
import rowStyles from './agent-row.module.css'
import type { RowFace } from './row-faces.ts'
import { type RowMeta, showsCost } from './row-meta.ts'
import styles from './row-parts.module.css'
import { metaText } from './row-words.ts'

const words = texts.tree.row

interface RowNodeProps {
  readonly row: TreeRow
  readonly face: RowFace
  readonly isNew: boolean
  onToggle(): void
}

/**
 * Where the branches of a row meet: the letter of a compared agent that rests, else the state, or that of hidden agents
 * below it if one needs the user. A click opens or closes
 * the row: for the mouse only, because the keyboard has the arrow keys and the row the expanded state.
 */
export function RowNode({ row, face, isNew, onToggle }: RowNodeProps) {
  const { agent, hasChildren, expanded } = row
  const isResting = agent.activity.type === 'idle' && agent.status !== 'killed' && !isNew && !face.isNeededBelow
  const shape = face.isNeededBelow ? 'needs_you' : activityShape(agent.activity, agent.status === 'killed', isNew)
  return (
    <span
      className={rowStyles.node}
      data-stem={face.lines.stem ?? undefined}
      data-folds={hasChildren ? (expanded ? 'open' : 'closed') : undefined}
      aria-hidden
      onClick={
        hasChildren
          ? (click) => {
              click.stopPropagation()
              onToggle()
            }
          : undefined
      }
    >
      {isResting && face.letter !== null ? (
        <span className={rowStyles.letter} data-text={face.letter} />
      ) : (
        <StateShape state={shape} />
      )}
    </span>
  )
}

/** Most versions that are shown as dots. */
const MOST_DOTS = 5

interface VersionDotsProps {
  readonly versions: VersionsOfRow
  readonly hasSteps: boolean
  onToggle(place: string): void
  onStep(agentId: AgentId): void
}

/**
 * The versions that share the row, between arrows to the next ones while the pointer is on it; a click on the dots gives each
 * a row of its own. For the mouse only, as above: the message has the same arrows.
 */
export function VersionDots({ versions, hasSteps, onToggle, onStep }: VersionDotsProps) {
  const { place, count, index, isOpen, before, after } = versions
  return (
    <>
      {before === null || !hasSteps ? null : (
        <VersionStep sign="‹" title={words.versionBefore} onStep={() => onStep(before)} />
      )}
      <span
        className={styles.versions}
        title={isOpen === null ? undefined : isOpen ? words.showVersion : words.showVersions}
        data-folds={isOpen === null ? undefined : true}
        aria-hidden
        onClick={
          isOpen === null
            ? undefined
            : (click) => {
                click.stopPropagation()
                onToggle(place)
              }
        }
      >
        {count > MOST_DOTS
          ? `${index}/${count}`
          : Array.from({ length: count }, (_, at) => <i key={at} data-shown={at + 1 === index} />)}
      </span>
      {after === null || !hasSteps ? null : (
        <VersionStep sign="›" title={words.versionAfter} onStep={() => onStep(after)} />
      )}
    </>
  )
}

function VersionStep({ sign, title, onStep }: { readonly sign: string; readonly title: string; onStep(): void }) {
  return (
    <span
      className={styles.step}
      title={title}
      aria-hidden
      onClick={(click) => {
        click.stopPropagation()
        onStep()
      }}
    >
      {sign}
    </span>
  )
}

const MINUTE_MS = 60_000
/** How often a count-down is drawn anew, ms. */
const COUNT_MS = 250

/**
 * One word, which yields as a whole before the name loses a letter. A cost is shown while the pointer is in the tree. Both
 * are drawn from an attribute, because the name of the row says them in other words. `cost`:
 * null if it is hidden.
 */
export function RowMetaView({ meta, cost }: { meta: RowMeta | null; cost: CostSum | null }) {
  const hasCost = cost !== null && showsCost(meta, cost)
  return (
    <>
      {meta === null ? null : meta.type === 'retrying' ? (
        <Countdown at={meta.at} />
      ) : (
        <MetaText meta={meta} yields={hasCost} />
      )}
      {hasCost ? <span className={styles.meta} data-meta="cost" data-text={formatCost(cost)} aria-hidden /> : null}
    </>
  )
}

function MetaText({ meta, yields }: { meta: Exclude<RowMeta, { type: 'retrying' }>; yields: boolean }) {
  const text = metaText(meta, useNow(MINUTE_MS))
  return (
    <span
      className={styles.meta}
      data-meta={meta.type}
      data-yields={yields || undefined}
      data-text={text}
      aria-hidden
    />
  )
}

function Countdown({ at }: { at: number }) {
  const text = texts.parts.seconds({ seconds: secondsUntil(at, useNow(COUNT_MS)) })
  return <span className={styles.meta} data-meta="retrying" data-text={text} aria-hidden />
}

/** What stands at the end of a row: the scales of a judge, the three ways of a race, else the leaf of the provider. */
export function KindGlyph({ agent: { choice }, face }: { agent: AgentSummary; face: RowFace }) {
  if (face.kind === 'judge') return <Scale className={rowStyles.glyph} aria-hidden />
  if (face.attempts !== null) return <BranchSign of="race" className={rowStyles.glyph} />
  return choice === null || face.isHidden ? null : <ProviderLeaf of={choice.provider} />
}

/** For the mouse only: the keyboard has the menu key and Shift+F10 on the row. */
export function MenuButton({ onOpen }: { onOpen: () => void }) {
  return (
    <span
      className={rowStyles.menuButton}
      aria-hidden
      onClick={(click) => {
        click.stopPropagation()
        onOpen()
      }}
    />
  )
}
