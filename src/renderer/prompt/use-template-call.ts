import type { AgentId } from '../../shared/ids.ts'
import { parseTemplateCall } from '../../shared/prompt-template.ts'
import { useActions, useStores } from '../hooks/app-context.ts'

/**
 * Returns a function that gives `put` the prompt of the template that a typed text calls, so that it can be read before
 * it is sent. It returns whether the text calls one; why it could not be read is shown as a notice of `owner`. The
 * templates are those of the agent's folder; without an agent there are none.
 */
export function useTemplateCall(agentId: AgentId | undefined, owner: string) {
  const { folders } = useActions()
  const { notices } = useStores()
  return async (text: string, put: (prompt: string) => void): Promise<boolean> => {
    if (agentId === undefined || parseTemplateCall(text) === null) return false
    const prompt = await folders.expandTemplate(agentId, text)
    if (!prompt.ok) notices.show(owner, prompt.error.message)
    else if (prompt.value === null) return false
    else put(prompt.value)
    return true
  }
}
