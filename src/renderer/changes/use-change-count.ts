import { useEffect, useState } from 'react'

import { isBusy } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { useConnection, useTree, useWindowView } from '../hooks/use-stores.ts'
import { type AgentChanges, fileGroups } from './file-groups.ts'
import { agentsInFolder } from './folder-agents.ts'

/**
 * Returns how many files the review of an agent's folder shows. It is counted again when one of the agents in the folder
 * begins or ends a turn, and after an undo. Null: not known, or not yet, or there is no agent.
 */
export function useChangeCount(agentId: AgentId | null): number | null {
  const { changes } = useActions()
  const isReached = useConnection(({ ready, connection }) => ready && connection !== 'lost')
  // In an order of their own, so that another focused agent of the folder changes nothing.
  const members = useTree(({ agents }) =>
    (agentId === null ? [] : agentsInFolder(agents, agentId)).toSorted().join(' '),
  )
  const activity = useTree(({ agents }) =>
    members
      .split(' ')
      .map((id) => `${isBusy(agents.get(id)?.activity.type ?? 'idle')} ${agents.get(id)?.lastMessageId ?? 0}`)
      .join(),
  )
  const undone = useWindowView((state) => state.undone)
  const [counted, setCounted] = useState<{ readonly members: string; readonly count: number | null } | null>(null)
  useEffect(() => {
    if (members === '' || !isReached) return undefined
    let isCurrent = true
    const lists = members.split(' ').map(async (id): Promise<readonly AgentChanges[]> => {
      const scope = { type: 'agent' } as const
      const list = await changes.list(id, scope)
      return list.ok ? [{ agentId: id, scope, list: list.value }] : []
    })
    void Promise.all(lists).then((all) => {
      const found = fileGroups(all.flat())
      if (isCurrent) setCounted({ members, count: found.flatMap(({ files }) => files).length })
    })
    return () => {
      isCurrent = false
    }
  }, [changes, members, activity, undone, isReached])
  return isReached && counted?.members === members ? counted.count : null
}
