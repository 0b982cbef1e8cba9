import { Tabs } from '@base-ui/react/tabs'
import { Link2, Unlink2, X } from 'lucide-react'
import { useEffect, type KeyboardEvent } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useViews } from '../hooks/use-stores.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { COMPARISON_TABS, membersOf, type Comparison, type ComparisonTab } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import { CompareActs } from './compare-acts.tsx'
import { CompareChanges } from './compare-changes.tsx'
import { CompareColumns } from './compare-columns.tsx'
import { CompareDifferences } from './compare-differences.tsx'
import { ComparePrompt } from './compare-prompt.tsx'
import styles from './compare-view.module.css'
import { useComparedTurns } from './use-compared-turns.ts'

const words = texts.compare

/** Agents that answer the same prompts, side by side instead of the panes, with one shared prompt box. */
export function CompareView({ comparison }: { comparison: Comparison }) {
  const { compare } = useActions()
  const { comparisons } = useStores()
  const { agents, id, tab } = comparison
  const turns = useComparedTurns(agents)
  useFollowed(membersOf(comparison).join(' '))
  const isAnswering = useAnswering(comparison)

  function onKeyDown(key: KeyboardEvent): void {
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
        <header className={styles.bar}>
          <h2 className={styles.title}>{words.title({ agents: agents.length })}</h2>
          <Tabs.List className={styles.tabList} aria-label={words.show}>
            {COMPARISON_TABS.map((value) => (
              <Tabs.Tab key={value} value={value} className={styles.tab}>
                {words.tabs[value]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <span className={styles.space} />
          <CompareActs comparison={comparison} />
          <LinkSwitch comparison={comparison} />
          <IconButton label={words.leave} onClick={compare.leave}>
            <X />
          </IconButton>
        </header>
        <Tabs.Panel value="answers" className={styles.panel} tabIndex={-1}>
          <CompareColumns comparison={comparison} turns={turns} />
        </Tabs.Panel>
        <Tabs.Panel value="differences" className={styles.panel} tabIndex={-1}>
          <CompareDifferences agents={agents} turns={turns} />
        </Tabs.Panel>
        <Tabs.Panel value="changes" className={styles.panel} tabIndex={-1}>
          <CompareChanges agents={agents} isAnswering={isAnswering} />
        </Tabs.Panel>
      </Tabs.Root>
      <ComparePrompt comparison={comparison} isAnswering={isAnswering} />
    </section>
  )
}

function LinkSwitch({ comparison: { id, linked } }: { comparison: Comparison }) {
  const { comparisons } = useStores()
  return (
    <IconButton
      label={linked ? words.scrollSeparately : words.scrollTogether}
      aria-pressed={linked}
      onClick={() => comparisons.dispatch({ type: 'link', id, linked: !linked })}
    >
      {linked ? <Link2 /> : <Unlink2 />}
    </IconButton>
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
