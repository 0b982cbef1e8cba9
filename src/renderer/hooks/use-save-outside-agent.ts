import type { OutsideAgent, OutsideAgentEntries } from '../../shared/outside-agent.ts'
import { useActions, useStores } from './app-context.ts'
import { useConfig } from './use-stores.ts'

/** Returns what saves an entry; null removes it. Resolves with why it was not saved, or null. */
export function useSaveOutsideAgent(): (name: string, agent: OutsideAgent | null) => Promise<string | null> {
  const { notices } = useStores()
  const { config: configActions, settings } = useActions()
  const known = useConfig(({ config }) => config?.outsideAgents) ?? {}
  return async (name, agent) => {
    const { [name]: _former, ...others } = known
    const outsideAgents: OutsideAgentEntries = agent === null ? others : { ...others, [name]: agent }
    const refusal = await configActions.update({ outsideAgents })
    if (refusal === null) await settings.loadModels()
    else if (agent === null) notices.fail(refusal)
    return refusal
  }
}
