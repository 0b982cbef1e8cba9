import { Columns3, GitFork, Maximize2, Minimize2, SquareArrowOutUpRight, X } from 'lucide-react'
import { useEffect } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { outsideProgramOf } from '../../shared/outside-agent.ts'
import { poolName } from '../../shared/model-pool.ts'
import { OUTSIDE } from '../../shared/providers.ts'
import { comparisonOf } from '../store/comparison.ts'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useComparisons, useFolders, useLayout, useTree } from '../hooks/use-stores.ts'
import { ActivityDot } from '../parts/activity-dot.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { agentName } from '../store/agent-name.ts'
import { agentPath, pathText } from '../store/tree-rows.ts'
import { LevelButton } from '../models/level-button.tsx'
import { ModelOptionsButton } from '../models/model-options-button.tsx'
import { commandTitle } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import { ContextGauge } from './context-gauge.tsx'
import styles from './pane-header.module.css'
import { startPaneDrag } from './use-pane-drop.ts'

const words = texts.pane.header

/** The agent's name, model, context and cost, and the actions on the whole agent. */
export function PaneHeader({ agent }: { agent: AgentSummary }) {
  return (
    <header className={styles.header} draggable onDragStart={(drag) => startPaneDrag(drag, agent.id)}>
      <ActivityDot activity={agent.activity} killed={agent.status === 'killed'} />
      <PaneTitle agent={agent} />
      <span className={styles.facts}>
        <ModelName choice={agent.choice} />
        {agent.choice?.provider === OUTSIDE ? <NotReported agent={agent} /> : <ModelFacts agent={agent} />}
      </span>
      <PaneButtons agent={agent} />
    </header>
  )
}

/** The model, or the program that answers in its place. */
function ModelName({ choice }: Pick<AgentSummary, 'choice'>) {
  const program = outsideProgramOf(choice)
  if (program === null) return <span className={styles.model}>{choice?.model ?? texts.pane.noModel}</span>
  return (
    <span className={styles.model} title={choice?.model}>
      <SquareArrowOutUpRight className={styles.outside} aria-hidden /> {words.outside({ program })}
    </span>
  )
}

function ModelFacts({ agent }: { agent: AgentSummary }) {
  const { choice } = agent
  return (
    <>
      {choice === null || poolName(choice.model) !== null ? null : (
        <span className={styles.level}>
          <LevelButton agent={agent} choice={choice} />
        </span>
      )}
      {choice === null ? null : (
        <span className={styles.level}>
          <ModelOptionsButton agent={agent} />
        </span>
      )}
      <ContextGauge agent={agent} />
    </>
  )
}

/** In place of the gauge of an outside agent: an estimate would count what ikigai sent, not what its program holds. */
function NotReported({ agent: { choice } }: { agent: AgentSummary }) {
  const reason = words.notReported({ program: outsideProgramOf(choice) ?? words.it })
  return (
    <span className={styles.notReported} title={reason}>
      <span className="visually-hidden">{reason}</span>
      <span aria-hidden>—</span>
    </span>
  )
}

function PaneTitle({ agent }: { agent: AgentSummary }) {
  const ancestors = useTree(({ agents }) => pathText(agentPath(agents, agent.id).slice(0, -1)))
  const folder = useFolder(agent.id)
  const path = ancestors === '' ? agentName(agent) : `${ancestors} / ${agentName(agent)}`
  return (
    <h2 className={styles.title} dir="auto" title={folder === null ? path : words.folder({ path, folder })}>
      {ancestors === '' ? null : <span className={styles.path}>{ancestors} / </span>}
      <span className={styles.name}>{agentName(agent)}</span>
      {agent.worktree === undefined ? null : <span className={styles.path}> · {agent.worktree}</span>}
    </h2>
  )
}

/** Returns the agent's folder; null until it is loaded. */
function useFolder(agentId: AgentId): string | null {
  const { folders: folderActions } = useActions()
  useEffect(() => void folderActions.load(agentId), [folderActions, agentId])
  return useFolders(({ folders }) => folders.get(agentId)?.folder ?? null)
}

/** Returns to the agent's comparison while it is undecided. */
function ComparisonButton({ agentId }: { agentId: AgentId }) {
  const { compare } = useActions()
  const comparison = useComparisons((state) => comparisonOf(state, agentId))
  if (comparison === null) return null
  return (
    <IconButton label={commandTitle('compare.again')} onClick={() => compare.show(comparison.agents)}>
      <Columns3 />
    </IconButton>
  )
}

function PaneButtons({ agent }: { agent: AgentSummary }) {
  const { dialogs, layout } = useStores()
  const keys = useCommandKeys()
  const maximised = useLayout((state) => state.maximised === agent.id)
  const several = useLayout((state) => state.columns.length > 1)
  return (
    <span className={styles.buttons}>
      <ComparisonButton agentId={agent.id} />
      <IconButton
        label={commandTitle('agent.fork')}
        shortcut={keys('agent.fork')}
        onClick={() => dialogs.setState({ dialog: { type: 'fork', agentId: agent.id, atEventId: null } })}
      >
        <GitFork />
      </IconButton>
      {several ? (
        <span className={styles.maximise}>
          <IconButton
            label={maximised ? words.showAll : words.maximise}
            shortcut={keys('pane.maximise')}
            aria-pressed={maximised}
            onClick={() => layout.dispatch({ type: 'toggle_maximised', agentId: agent.id })}
          >
            {maximised ? <Minimize2 /> : <Maximize2 />}
          </IconButton>
        </span>
      ) : null}
      <IconButton
        label={commandTitle('pane.close')}
        shortcut={keys('pane.close')}
        onClick={() => layout.dispatch({ type: 'close', agents: [agent.id] })}
      >
        <X />
      </IconButton>
    </span>
  )
}
