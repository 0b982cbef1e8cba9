import { useEffect, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { useFolders } from '../hooks/use-stores.ts'

export interface WorktreeChoice {
  readonly isPossible: boolean
  readonly isOn: boolean
  choose(isOn: boolean): void
}

/**
 * Whether the children of a fork get worktrees. Several do unless the user says otherwise: they would overwrite each
 * other.
 */
export function useWorktreeChoice(agentId: AgentId, children: number): WorktreeChoice {
  const { folders } = useActions()
  useEffect(() => void folders.load(agentId), [folders, agentId])
  const isPossible = useFolders((state) => state.folders.get(agentId)?.canHaveWorktrees === true)
  const [chosen, choose] = useState<boolean | null>(null)
  return { isPossible, isOn: isPossible && (chosen ?? children > 1), choose }
}
