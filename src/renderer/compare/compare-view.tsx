import { Tabs } from '@base-ui/react/tabs'
import { useEffect, type KeyboardEvent } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useViews } from '../hooks/use-stores.ts'
import { ArtifactDialog } from '../history/artifact-pane.tsx'
import { membersOf, type Comparison, type ComparisonTab } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import { useColumns } from './column-identity.ts'
import { CompareChanges } from './compare-changes.tsx'
import { CompareDifferences } from './compare-differences.tsx'
import { runSingleKey } from './compare-keys.ts'
import { CompareHeader } from './compare-header.tsx'
import { ComparePrompt } from './compare-prompt.tsx'
import { CompareStream } from './compare-stream.tsx'
import styles from './compare-view.module.css'
import { useComparedTurns } from './use-compared-turns.ts'

const words = texts.compare

/** Agents that answer the same prompts, side by side instead of the panes, with one shared prompt box. */
export function CompareView({ comparison }: { comparison: Comparison }) {
  const { compare } = useActions()
  const { comparisons, dialogs } = useStores()
  const { agents, id, tab } = comparison
  const turns = useComparedTurns(agents)
  const columns = useColumns(comparison)
  useFollowed(membersOf(comparison).join(' '))
  const isAnswering = useAnswering(comparison)

  const ask = (task: 'merge' | 'judge') => () => dialogs.setState({ dialog: { type: 'answers', comparison: id, task } })
  const show = (next: ComparisonTab) => () =>
    comparisons.dispatch({ type: 'tab', id, tab: next === tab ? 'answers' : next })

  function onKeyDown(key: KeyboardEvent<HTMLElement>): void {
    runSingleKey(key, {
      M: ask('merge'),
      G: ask('judge'),
      B: () => compare.toggleNames(comparison),
      D: show('differences'),
      C: show('changes'),
    })
    // React also delivers key events of popups, which are rendered elsewhere and handle Esc themselves.
    const isInside = key.target instanceof Node && key.currentTarget.contains(key.target)
    if (key.key !== 'Escape' || key.defaultPrevented || !isInside || !isAnswering) return
    key.preventDefault()
    void compare.stopAll(comparison)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the keys of its contents
    <section
      className={styles.view}
      aria-label={words.label({ agents: agents.length })}
      onKeyDown={onKeyDown}
      data-landmark
    >
      <Tabs.Root
        className={styles.tabs}
        value={tab}
        onValueChange={(value: ComparisonTab) => comparisons.dispatch({ type: 'tab', id, tab: value })}
      >
        <CompareHeader comparison={comparison} columns={columns} />
        <Tabs.Panel value="answers" className={styles.panel} tabIndex={-1}>
          <CompareStream comparison={comparison} turns={turns} />
        </Tabs.Panel>
        <Tabs.Panel value="differences" className={styles.panel} tabIndex={-1}>
          <CompareDifferences comparison={comparison} turns={turns} />
        </Tabs.Panel>
        <Tabs.Panel value="changes" className={styles.panel} tabIndex={-1}>
          <CompareChanges comparison={comparison} isAnswering={isAnswering} />
        </Tabs.Panel>
      </Tabs.Root>
      <ComparePrompt comparison={comparison} columns={columns} isAnswering={isAnswering} />
      {membersOf(comparison).map((agentId) => (
        <ArtifactDialog key={agentId} agentId={agentId} />
      ))}
    </section>
  )
}

/** Follows the agents while the comparison is shown, even if their columns are hidden. `ids` are joined by a space. */
function useFollowed(ids: string): void {
  const { views } = useStores()
  useEffect(() => {
    const stops = ids.split(' ').map((agentId) => views.follow(agentId))
    return () => stops.forEach((stop) => stop())
  }, [views, ids])
}

function useAnswering(comparison: Comparison): boolean {
  return useViews(({ views }) =>
    membersOf(comparison).some((agentId: AgentId) => (views.get(agentId)?.turn ?? null) !== null),
  )
}
