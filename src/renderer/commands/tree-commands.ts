import { agentPath } from '../store/tree-rows.ts'
import type { AgentTreeStore } from '../store/agent-tree-store.ts'
import type { AppModel } from '../app/app-model.ts'
import type { CommandBody } from './window-command.ts'

/** The tree as a whole. */
export function treeCommands({ stores: { tree, layout } }: AppModel): readonly CommandBody[] {
  const parents = () => [...new Set([...tree.getState().agents.values()].flatMap(({ parentId }) => parentId ?? []))]
  return [
    {
      id: 'tree.collapseAll',
      title: 'Collapse the tree',
      group: 'View',
      prepare: () => () => layout.dispatch({ type: 'set_collapsed', agents: parents() }),
    },
    {
      id: 'tree.expandAll',
      title: 'Expand the tree',
      group: 'View',
      prepare: () => () => layout.dispatch({ type: 'set_collapsed', agents: [] }),
    },
    {
      id: 'tree.reveal',
      title: 'Show this agent in the tree',
      group: 'View',
      prepare() {
        const { focused } = layout.getState()
        return focused === null ? null : () => layout.dispatch({ type: 'unfold', agents: pathTo(tree, focused) })
      },
    },
  ]
}

/** The agents above one. */
function pathTo(tree: AgentTreeStore, agentId: string): readonly string[] {
  return agentPath(tree.getState().agents, agentId)
    .slice(0, -1)
    .map(({ id }) => id)
}
