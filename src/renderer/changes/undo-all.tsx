import { Menu } from '@base-ui/react/menu'

import { isChangeScope, type ReviewScope } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { Button } from '../parts/button.tsx'
import menuStyles from '../parts/menu.module.css'
import { texts } from '../text/texts.ts'
import { AgentLeaf } from './agent-leaf.tsx'
import type { AgentChanges } from './file-groups.ts'
import { useUndoChanges } from './use-undo.ts'

const words = texts.changes

interface UndoAllProps {
  readonly all: readonly AgentChanges[]
  onChanged(): void
}

/** Takes back all that an agent changed. With several agents the user says whose changes. */
export function UndoAll({ all, onChanged }: UndoAllProps) {
  const changed = all.filter(
    ({ scope, list }) => isChangeScope(scope) && list.files.some((file) => file.outside !== true),
  )
  const [only, ...others] = changed
  if (only === undefined) return null
  if (others.length === 0) return <UndoButton {...only} onChanged={onChanged} />
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button />}>{words.undoAllOf}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end">
          <Menu.Popup className={menuStyles.popup}>
            {changed.map((each) => (
              <UndoItem key={each.agentId} {...each} onChanged={onChanged} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

type UndoProps = AgentChanges & Pick<UndoAllProps, 'onChanged'>

function UndoButton({ agentId, scope, onChanged }: UndoProps) {
  const undoAll = useUndoAll(agentId, scope, onChanged)
  return <Button onClick={undoAll}>{words.undoAll}</Button>
}

function UndoItem({ agentId, scope, list, onChanged }: UndoProps) {
  const undoAll = useUndoAll(agentId, scope, onChanged)
  const agent = useAgentName(agentId)
  const files = list.files.filter(({ outside }) => outside !== true).length
  return (
    <Menu.Item className={menuStyles.item} onClick={undoAll}>
      <AgentLeaf agentId={agentId} />
      {words.view.undoOf({ agent })}
      <span className={menuStyles.note}>{words.view.fileCount({ files })}</span>
    </Menu.Item>
  )
}

function useUndoAll(agentId: AgentId, scope: ReviewScope, onChanged: () => void): () => void {
  const undo = useUndoChanges(agentId, onChanged)
  return () => (isChangeScope(scope) ? void undo({ scope }) : undefined)
}
