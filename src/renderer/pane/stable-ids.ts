import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'

/** A panel by what it contains. */
export interface NumberedPanel {
  readonly number: number
  readonly agents: readonly AgentId[]
}

/**
 * Returns the panels with their numbers. A panel that shares an agent with an earlier one is the same panel, and so is one
 * in the place of a panel whose agents are all gone: an agent was shown in place of another. With the same panels, those
 * beside it are neither created nor laid out again.
 */
export function numberPanels(
  earlier: readonly NumberedPanel[],
  panels: readonly (readonly AgentId[])[],
): readonly NumberedPanel[] {
  const taken = new Set<number>()
  const take = (panel: NumberedPanel | undefined): number | null => {
    if (panel === undefined || taken.has(panel.number)) return null
    taken.add(panel.number)
    return panel.number
  }
  const same = panels.map((agents) => take(earlier.find((each) => each.agents.some((id) => agents.includes(id)))))
  let last = Math.max(-1, ...earlier.map(({ number }) => number))
  return panels.map((agents, index) => ({
    agents,
    number: same[index] ?? (earlier.length === panels.length ? take(earlier[index]) : null) ?? ++last,
  }))
}

/** Returns the ids of panels, which stay the same where a panel stays. */
export function useStableIds(panels: readonly (readonly AgentId[])[]): readonly string[] {
  const [kept, setKept] = useState(() => numberPanels([], panels))
  const isSame =
    kept.length === panels.length && kept.every(({ agents }, index) => agents.join() === panels[index]?.join())
  if (isSame) return kept.map(panelId)
  const next = numberPanels(kept, panels)
  setKept(next)
  return next.map(panelId)
}

function panelId({ number }: NumberedPanel): string {
  return `panel-${number}`
}
