import { DEFAULT_REPLY_TOKENS } from '../../../shared/thinking-budget.ts'
import type { ModelData } from '../../../shared/agent-event.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { poolName } from '../../../shared/model-pool.ts'
import { formatModelSpec, switchedLine } from '../../../shared/model-spec.ts'
import { supportedLines } from '../../../shared/supported-models.ts'
import { chooseModel, poolFeedback } from '../models/choose-model.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ModelCatalog } from '../ports/provider-ports.ts'
import { answer, type CommandDecision, type CommandSituation, refusal } from './command.ts'

/** Refused while a turn runs (docs/behaviour/commands.md#while-a-turn-runs). */
const BUSY = 'Cannot switch model while response is streaming. Wait for completion or press Ctrl+C to cancel.'

/**
 * `/model MODEL[/LEVEL]` or `/model @POOL`; without an argument it shows the current model and the list
 * (docs/behaviour/commands.md#model).
 */
export function decideModel(args: string, situation: CommandSituation): CommandDecision {
  if (args === '') return answer(currentModel(situation))
  if (situation.isBusy) return refusal(BUSY)
  const spec = chooseModel(args, situation.config.pools, situation.catalog)
  if (!spec.ok) return refusal(spec.message)
  const { choice } = spec
  return {
    type: 'accepted',
    answer: modelFeedback(choice, situation.catalog, situation.config),
    change: {
      agentChanges: [{ id: situation.agent.id, choice }],
      events: [
        {
          agentId: situation.agent.id,
          turnId: null,
          kind: 'model',
          content: null,
          data: modelData(choice),
        },
      ],
    },
  }
}

/** The model choice in its recorded form. */
export function modelData(choice: ModelChoice): ModelData {
  return { provider: choice.provider, model: choice.model, thinking_level: choice.thinkingLevel }
}

/** The feedback of docs/behaviour/thinking.md#feedback; for a pool, its members. */
function modelFeedback(
  choice: ModelChoice,
  catalog: ModelCatalog,
  { maxOutputTokens, pools }: Pick<Config, 'maxOutputTokens' | 'pools'>,
): string {
  const pool = poolName(choice.model)
  if (pool !== null) return poolFeedback(pool, pools)
  const lines = [
    ...catalog.thinkingFeedback(choice, maxOutputTokens ?? DEFAULT_REPLY_TOKENS),
    ...endFeedback(choice, catalog),
  ]
  return [switchedLine(choice), ...lines.map((line) => `  ${line}`)].join('\n')
}

/** Later than every end, so that the successor is named before the end, too. */
const AFTER_ALL_ENDS = '9999-12-31'

/** Says when a model ends, or has ended, and what replaces it; empty: no end is known. */
function endFeedback({ provider, model }: ModelChoice, catalog: ModelCatalog): readonly string[] {
  const endsOn = catalog.find(provider, model)?.endsOn ?? null
  if (endsOn === null) return []
  const successor = catalog.successor(provider, model, AFTER_ALL_ENDS)
  return [`⚠ This model is served until ${endsOn}${successor === null ? '' : `; its successor is ${successor}`}`]
}

function currentModel({ agent, catalog, config }: CommandSituation): string {
  const suggestions = ['', 'Models:', ...supportedLines(catalog.list), ...listed('Pools:', poolNames(config.pools))]
  if (agent.choice === null) return ['No model configured.', ...suggestions].join('\n')
  const isPool = poolName(agent.choice.model) !== null
  const feedback = isPool ? [] : catalog.thinkingFeedback(agent.choice, config.maxOutputTokens ?? DEFAULT_REPLY_TOKENS)
  const details = feedback.map((line) => `  ${line}`)
  return [`Model: ${formatModelSpec(agent.choice)}`, ...details, ...suggestions].join('\n')
}

function poolNames(pools: Config['pools']): readonly string[] {
  return Object.keys(pools).map((name) => `@${name}`)
}

/** A heading with its entries indented; empty if there are no entries. */
function listed(heading: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : ['', heading, ...entries.map((entry) => `  ${entry}`)]
}
