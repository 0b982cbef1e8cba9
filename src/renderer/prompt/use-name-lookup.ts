import type { RefObject } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'

/**
 * Returns a function that loads the names that a typed command is completed with: the agent's marks and the prompt
 * templates of its folder. `onChange` is called if the templates differ from those that were known and the command is
 * still being typed.
 */
export function useNameLookup(
  agentId: AgentId,
  box: RefObject<HTMLTextAreaElement | null>,
  onChange: (box: HTMLTextAreaElement) => void,
): (value: string) => void {
  const { folders: known, marks } = useStores()
  const { folders } = useActions()

  async function load(value: string): Promise<void> {
    const [isChanged, element] = [await folders.loadTemplates(agentId), box.current]
    if (isChanged && element?.value.startsWith(value) === true) onChange(element)
  }

  return (value) => {
    if (!value.startsWith('/')) return
    // Marks may be older than the loaded events. They are loaded by the time the cursor reaches the argument.
    void marks.load(agentId)
    // The files may have changed since the last command.
    const isNew = value === '/' || !known.getState().templates.has(agentId)
    if (isNew) void load(value)
  }
}
