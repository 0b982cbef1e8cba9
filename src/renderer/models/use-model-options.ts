import { useEffect, useState } from 'react'

import type { AgentOptions } from '../../shared/contract/agents.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { ModelOptions } from '../../shared/model-options.ts'
import { useActions } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'

/** The options of an agent as the engine has them, and why the last change was refused. */
export function useModelOptions(agentId: AgentId) {
  const { agents } = useActions()
  const [state, setState] = useState<AgentOptions | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const choice = useAgent(agentId)?.choice ?? null
  const model = choice === null ? '' : `${choice.model}/${choice.thinkingLevel}`
  useEffect(() => {
    let isCurrent = true
    void agents.options(agentId).then((loaded) => {
      if (!isCurrent) return
      if (loaded.ok) setState(loaded.value)
      setProblem(loaded.ok ? null : loaded.error.message)
    })
    return () => {
      isCurrent = false
    }
  }, [agents, agentId, model])

  /** Sets one option; undefined: the provider's default again. */
  async function change<Name extends keyof ModelOptions>(name: Name, value: ModelOptions[Name]): Promise<void> {
    if (state === null) return
    const { [name]: _, ...others } = state.options
    const changed = await agents.setOptions(agentId, value === undefined ? others : { ...others, [name]: value })
    if (changed.ok) setState(changed.value)
    setProblem(changed.ok ? null : changed.error.message)
  }
  return { state, problem, setProblem, change }
}
