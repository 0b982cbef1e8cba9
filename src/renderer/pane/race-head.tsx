import { Menu } from '@base-ui/react/menu'
import { Ellipsis, Maximize2, Scale, Square } from 'lucide-react'

import { MAX_COMPARED } from '../../shared/comparison-size.ts'
import type { AgentId } from '../../shared/ids.ts'
import { type RaceView, runText } from '../../shared/race.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useAgent, useAgentName } from '../hooks/use-agent.ts'
import { BranchSign } from '../parts/branch-sign.tsx'
import { Button } from '../parts/button.tsx'
import iconStyles from '../parts/icon-button.module.css'
import menuStyles from '../parts/menu.module.css'
import { formatCost, formatDollars } from '../parts/money-text.ts'
import { commandTitle } from '../text/table-texts.ts'
import viewStyles from '../parts/window-view.module.css'
import { texts } from '../text/texts.ts'
import styles from './race-head.module.css'

const words = texts.raceBoard

interface RaceHeadProps {
  readonly race: RaceView
  /** Attempts that were selected for a comparison. */
  readonly selected: readonly AgentId[]
  /** Whether it stands in place of the panes, with its name and the task. */
  readonly isWhole: boolean
}

/** How far a race is, what it costs, and what can be done with all attempts; below it what they are to do. */
export function RaceHead({ race, selected, isWhole }: RaceHeadProps) {
  const { windowView } = useStores()
  const { agentId, plan, attempts, cost } = race
  const over = attempts.filter(({ phase }) => phase === 'passed' || phase === 'out').length
  const name = useAgentName(agentId)
  return (
    <>
      <header className={styles.head} data-whole={isWhole}>
        {isWhole ? (
          <>
            <BranchSign of="race" className={styles.sign} />
            <h2 className={viewStyles.title} dir="auto" title={name}>
              {name}
            </h2>
          </>
        ) : null}
        <span className={styles.figure}>{words.done({ done: over, attempts: attempts.length })}</span>
        <span className={styles.space} />
        <span className={styles.figure}>
          {plan.max_usd === null
            ? formatCost(cost)
            : texts.budgets.share({ used: formatCost(cost), limit: formatDollars(plan.max_usd) })}
        </span>
        <span className={styles.acts}>
          <RaceActs race={race} selected={selected} />
          {isWhole ? (
            <RaceMenu agentId={agentId} />
          ) : (
            <Button onClick={() => windowView.showRace(agentId)}>
              <Maximize2 aria-hidden /> {words.openBoard}
            </Button>
          )}
        </span>
      </header>
      <RaceTask race={race} isWhole={isWhole} />
    </>
  )
}

function RaceMenu({ agentId }: { readonly agentId: AgentId }) {
  const { layout } = useStores()
  const { popOuts } = useActions()
  return (
    <Menu.Root>
      <Menu.Trigger className={iconStyles.button} data-size="medium" aria-label={words.more} title={words.more}>
        <Ellipsis aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" collisionPadding={8}>
          <Menu.Popup className={menuStyles.popup} aria-label={words.more}>
            <Menu.Item className={menuStyles.item} onClick={() => layout.dispatch({ type: 'show', agentId })}>
              {words.openPane}
            </Menu.Item>
            <Menu.Item className={menuStyles.item} onClick={() => popOuts.open({ agents: [agentId] })}>
              {commandTitle('pane.popOut')}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function RaceActs({ race, selected }: { readonly race: RaceView; readonly selected: readonly AgentId[] }) {
  const { races, compare } = useActions()
  const { comparisons, dialogs } = useStores()
  const { agentId, attempts, status } = race
  const passing = attempts.flatMap(({ phase, agentId: id }) => (phase === 'passed' ? [id] : []))
  const changed = attempts.flatMap(({ changes, agentId: id }) => (changes !== null && changes.files > 0 ? [id] : []))
  const compared = (selected.length < 2 ? changed : selected).slice(0, MAX_COMPARED)

  function compareChanges(): void {
    compare.show(compared)
    comparisons.dispatch({ type: 'tab', id: compared.join(' '), tab: 'changes' })
  }

  function judge(): void {
    const judged = passing.slice(0, MAX_COMPARED)
    compare.show(judged)
    dialogs.setState({ dialog: { type: 'answers', comparison: judged.join(' '), task: 'judge' } })
  }

  return (
    <>
      {compared.length < 2 ? null : <Button onClick={compareChanges}>{words.compare}</Button>}
      {passing.length < 2 ? null : (
        <Button onClick={judge}>
          <Scale aria-hidden /> {words.judge}
        </Button>
      )}
      {status === 'running' ? (
        <Button onClick={() => void races.stop(agentId, null)}>
          <Square aria-hidden /> {words.stopAll}
        </Button>
      ) : null}
      {status === 'stopped' ? <Button onClick={() => void races.resume(agentId)}>{words.resume}</Button> : null}
    </>
  )
}

/** As git shortens it. */
const SHORT_COMMIT = 7

/** The task as a prompt, and a line of facts: where the race begins, and what decides it. */
function RaceTask({ race, isWhole }: { readonly race: RaceView; readonly isWhole: boolean }) {
  const { agentId, plan, baseline, commit } = race
  const parentId = useAgent(agentId)?.parentId ?? null
  return (
    <div className={styles.task} data-whole={isWhole}>
      {isWhole ? (
        <p className={styles.ask} dir="auto">
          {plan.task}
        </p>
      ) : null}
      <dl className={styles.facts}>
        {parentId === null ? null : <StartOfRace agentId={parentId} />}
        {commit === null ? null : (
          <div>
            <dt>{words.commit}</dt>
            <dd className={styles.mono} title={commit}>
              {commit.slice(0, SHORT_COMMIT)}
            </dd>
          </div>
        )}
        {baseline === null || baseline.outcome !== 'fails' ? null : (
          <div>
            <dt>{words.before}</dt>
            <dd>{runText(baseline, words.attempts)}</dd>
          </div>
        )}
        <div>
          <dt>{words.decidedBy}</dt>
          <dd className={styles.mono}>{plan.test}</dd>
        </div>
        <div>
          <dt>{words.winnerIs}</dt>
          <dd>{words.winners[plan.winner]}</dd>
        </div>
      </dl>
    </div>
  )
}

function StartOfRace({ agentId }: { readonly agentId: AgentId }) {
  const name = useAgentName(agentId)
  return (
    <div>
      <dt>{words.startsFrom}</dt>
      <dd dir="auto">{name}</dd>
    </div>
  )
}
