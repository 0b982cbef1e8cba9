import { type KeyboardEvent, useEffect, useRef } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useWindowWithin } from '../hooks/use-window-width.ts'
import { SplitPanels } from '../parts/split-panels.tsx'
import { texts } from '../text/texts.ts'
import { AgentPane } from './agent-pane.tsx'
import styles from './race-board.module.css'
import { RaceContents } from './race-contents.tsx'
import { useRace } from './use-race.ts'

/** Too narrow for the pane of an attempt beside the board and the tree, rem. */
const NARROW = 78

interface RaceBoardViewProps {
  readonly agentId: AgentId
  /** The attempt whose pane stands beside the board; null: none. */
  readonly attempt: AgentId | null
}

/** The attempts of a race, in place of the panes. */
export function RaceBoardView({ agentId, attempt }: RaceBoardViewProps) {
  const { layout, views, windowView } = useStores()
  const isWide = !useWindowWithin(NARROW)
  const view = useRef<HTMLElement>(null)
  const race = useRace(agentId)
  useEffect(() => views.follow(agentId), [views, agentId])
  useEffect(() => view.current?.focus(), [])

  function open(opened: AgentId): void {
    layout.dispatch({ type: 'open', agents: [opened], focus: true, beside: agentId })
    // The layout has shown the panes.
    if (isWide) windowView.show({ type: 'race', agentId, attempt: opened })
  }

  function onKeyDown(key: KeyboardEvent): void {
    if (key.key !== 'Escape' || key.defaultPrevented) return
    key.preventDefault()
    windowView.showPanes()
    const { focused } = layout.getState()
    // Once the panes are there again.
    requestAnimationFrame(() => promptElement(focused)?.focus())
  }

  const board = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the keys of its contents
    <section
      ref={view}
      className={styles.board}
      aria-label={texts.raceBoard.label}
      data-whole
      data-landmark
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {race === null ? null : <RaceContents race={race} isWhole onOpen={open} />}
    </section>
  )
  if (attempt === null || !isWide) return board
  return (
    <SplitPanels
      orientation="horizontal"
      minSize="20rem"
      label={texts.pane.resize}
      items={[
        { id: 'board', content: board },
        { id: 'attempt', content: <AgentPane key={attempt} agentId={attempt} /> },
      ]}
      kept={undefined}
      onResize={() => undefined}
    />
  )
}
