import type { AgentSummary } from '../../../shared/agent-summary.ts'
import { modelText } from '../../../shared/model-spec-text.ts'
import { mapOk, refuse, type Result } from '../../../shared/result.ts'
import { SANDBOX_LEVELS } from '../../../shared/sandbox.ts'
import { isThinkingLevel } from '../../../shared/thinking-level.ts'
import type { Engine } from '../../core/engine.ts'
import { OPTION } from './session-options.ts'

/** Changes an option of an agent, as a user chose it in an editor. REFUSED if it has no such option or value. */
export async function chooseOption(
  engine: Engine,
  { id: agentId, choice }: AgentSummary,
  { option, value }: { readonly option: string; readonly value: string },
): Promise<Result<null>> {
  const text = switchText(choice, option, value)
  if (text !== null) return mapOk(await engine.agents.submit({ agentId, text }), () => null)
  const level = option === OPTION.sandbox ? SANDBOX_LEVELS.find((each) => each === value) : undefined
  if (level === undefined) return refuse(`There is no option ${option} with the value ${value}.`)
  return mapOk(await engine.agents.setSandbox({ agentId, level }), () => null)
}

/** The command that switches the model or the level; null: it is another option, or not a possible value. */
function switchText(choice: AgentSummary['choice'], option: string, value: string): string | null {
  // One line: what follows would be another command.
  if (/[\s]/u.test(value)) return null
  if (option === OPTION.model) return choice === null ? `/model ${value}` : `/model ${value}/${choice.thinkingLevel}`
  if (option !== OPTION.level || choice === null || !isThinkingLevel(value)) return null
  return `/model ${modelText(choice.provider, choice.model)}/${value}`
}
