import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { formatModelSpec, MODEL_SUGGESTIONS, parseModelSpec, switchedLine } from '../../../shared/model-spec.ts'
import type { ModelCatalog } from '../ports.ts'
import { answer, type CommandDecision, type CommandSituation, refuse } from './command.ts'

/** commands.md § Model Switch During Active Request. */
const BUSY = 'Cannot switch model while response is streaming. Wait for completion or press Ctrl+C to cancel.'

/** `/model MODEL[/LEVEL]`; alone it shows the current model and the list (decisions.md § 4). */
export function decideModel(args: string, situation: CommandSituation): CommandDecision {
  if (args === '') return answer(currentModel(situation))
  if (situation.isBusy) return refuse(BUSY)
  const spec = parseModelSpec(args)
  if (!spec.ok) return refuse(spec.message)
  const { choice } = spec
  return {
    type: 'accepted',
    answer: modelFeedback(choice, situation.catalog, situation.config.maxOutputTokens),
    change: {
      agentChanges: [{ id: situation.agent.id, choice }],
      events: [
        {
          agentId: situation.agent.id,
          turnId: null,
          kind: 'model',
          content: null,
          data: { provider: choice.provider, model: choice.model, thinking_level: choice.thinkingLevel },
        },
      ],
    },
  }
}

/** The feedback of thinking.md § User Feedback. */
export function modelFeedback(choice: ModelChoice, catalog: ModelCatalog, maxOutputTokens: number): string {
  const details = catalog.thinkingFeedback(choice, maxOutputTokens).map((line) => `  ${line}`)
  return [switchedLine(choice), ...details].join('\n')
}

function currentModel({ agent, catalog, config }: CommandSituation): string {
  const suggestions = ['', 'Models:', ...MODEL_SUGGESTIONS.map((suggestion) => `  ${suggestion}`)]
  if (agent.choice === null) return ['No model configured.', ...suggestions].join('\n')
  const details = catalog.thinkingFeedback(agent.choice, config.maxOutputTokens).map((line) => `  ${line}`)
  return [`Model: ${formatModelSpec(agent.choice)}`, ...details, ...suggestions].join('\n')
}
