import { Columns3, Maximize2, Minimize2, SquareArrowOutUpRight, X } from 'lucide-react'
import { useEffect } from 'react'

import type { AgentFolder } from '../../shared/agent-folder.ts'
import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { outsideProgramOf } from '../../shared/outside-agent.ts'
import { OUTSIDE } from '../../shared/providers.ts'
import { baseName } from '../../shared/path-below.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { comparisonOf } from '../store/comparison.ts'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useComparisons, useFolders, useLayout, useTree } from '../hooks/use-stores.ts'
import { useWindowWithin } from '../hooks/use-window-width.ts'
import { BranchSign } from '../parts/branch-sign.tsx'
import { ActivityDot } from '../parts/activity-dot.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { agentName } from '../store/agent-name.ts'
import { agentPath, pathText } from '../store/tree-rows.ts'
import { TABS_REM } from '../store/window-width.ts'
import { commandTitle } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import { ContextGauge } from './context-gauge.tsx'
import styles from './pane-header.module.css'
import { startPaneDrag } from './use-pane-drop.ts'

const words = texts.pane.header

/** The agent's state, name, folder, context and cost, and the actions on the whole agent. Its model is in the prompt box. */
export function PaneHeader({ agent }: { agent: AgentSummary }) {
  return (
    <header className={styles.header} draggable onDragStart={(drag) => startPaneDrag(drag, agent.id)}>
      <ActivityDot activity={agent.activity} killed={agent.status === 'killed'} />
      <PaneTitle agent={agent} />
      {agent.choice?.provider === OUTSIDE ? <OutsideProgram agent={agent} /> : <ContextGauge agent={agent} />}
      <PaneButtons agent={agent} />
    </header>
  )
}

/** The program that answers in place of a model. It has no gauge: an estimate would count what ikigai sent only. */
function OutsideProgram({ agent: { choice } }: { agent: AgentSummary }) {
  const program = outsideProgramOf(choice)
  const reason = words.notReported({ program: program ?? words.it })
  return (
    <span className={styles.program} title={reason}>
      <SquareArrowOutUpRight className={styles.outside} aria-hidden />{' '}
      {words.outside({ program: program ?? choice?.model ?? '' })}
      <span className="visually-hidden">. {reason}</span>
    </span>
  )
}

function PaneTitle({ agent }: { agent: AgentSummary }) {
  const ancestors = useTree(({ agents }) => pathText(agentPath(agents, agent.id).slice(0, -1)))
  const chosen = useFolder(agent.id)
  const folder = chosen?.folder ?? null
  const path = ancestors === '' ? agentName(agent) : `${ancestors} / ${agentName(agent)}`
  const place = agent.worktree ?? (chosen?.chosenFor == null ? null : baseName(chosen.folder))
  return (
    <>
      <h2 className={styles.title} dir="auto" title={folder === null ? path : words.folder({ path, folder })}>
        {ancestors === '' ? null : (
          <>
            <span className={styles.path}>{ancestors}</span>
            <span className={styles.slash}> / </span>
          </>
        )}
        <span className={styles.name}>{agentName(agent)}</span>
      </h2>
      <span className={styles.folder} title={folder ?? undefined}>
        {place === null ? '' : visibleText(place, 'shown')}
      </span>
    </>
  )
}

/** Returns the agent's folder; null until it is loaded. */
function useFolder(agentId: AgentId): AgentFolder | null {
  const { folders: folderActions } = useActions()
  useEffect(() => void folderActions.load(agentId), [folderActions, agentId])
  return useFolders(({ folders }) => folders.get(agentId) ?? null)
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
  const areTabs = useWindowWithin(TABS_REM)
  return (
    <span className={styles.buttons}>
      <ComparisonButton agentId={agent.id} />
      <IconButton
        label={commandTitle('agent.fork')}
        shortcut={keys('agent.fork')}
        onClick={() => dialogs.setState({ dialog: { type: 'fork', agentId: agent.id, atEventId: null } })}
      >
        <BranchSign of="fork" />
      </IconButton>
      {several && !areTabs ? (
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
