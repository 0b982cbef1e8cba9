import { timeOfMicroseconds } from '../../../shared/exact-time.ts'
import { DEFAULT_REPLY_TOKENS } from '../../../shared/thinking-level.ts'
import type { ModelData } from '../../../shared/agent-event.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { poolName } from '../../../shared/model-pool.ts'
import { serverLabel } from '../../../shared/endpoints/endpoint-model.ts'
import { shortUnsentText } from '../../../shared/model-options-text.ts'
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
  const spec = chooseModel(args, situation.config, situation.catalog)
  if (!spec.ok) return refusal(spec.message)
  const { choice } = spec
  return {
    type: 'accepted',
    answer: modelFeedback(choice, situation),
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
  situation: Pick<CommandSituation, 'catalog' | 'config' | 'learnedParts'>,
): string {
  const { catalog, config } = situation
  const pool = poolName(choice.model)
  if (pool !== null) return poolFeedback(pool, config.pools)
  const lines = [
    ...catalog.thinkingFeedback(choice, config.maxOutputTokens ?? DEFAULT_REPLY_TOKENS),
    ...endFeedback(choice, catalog),
    ...learnedFeedback(choice, situation),
  ]
  return [switchedLine(choice), ...lines.map((line) => `  ${line}`)].join('\n')
}

/** Later than every end, so that the successor is named before the end, too. */
export const AFTER_ALL_ENDS = '9999-12-31'

/** Says when a model ends, or has ended, and what replaces it; empty: no end is known. */
function endFeedback({ provider, model }: ModelChoice, catalog: ModelCatalog): readonly string[] {
  const endsOn = catalog.find(provider, model)?.endsOn ?? null
  if (endsOn === null) return []
  const successor = catalog.successor(provider, model, AFTER_ALL_ENDS)
  return [`⚠ This model is served until ${endsOn}${successor === null ? '' : `; its successor is ${successor}`}`]
}

/** Says what the server of a model has refused, which later requests are sent without, and how that is forgotten. */
export function learnedFeedback(
  choice: ModelChoice,
  { learnedParts }: Pick<CommandSituation, 'learnedParts'>,
): readonly string[] {
  const parts = learnedParts?.(choice.provider, choice.model) ?? []
  if (parts.length === 0) return []
  const since = timeOfMicroseconds(Math.min(...parts.map(({ at }) => at)) * 1_000)
  const names = parts.map(({ part }) => lowerFirst(shortUnsentText(part))).join(', ')
  return [
    `Learned from refusals since ${since.slice(0, 16).replace('T', ' ')} UTC: ${names}. It is forgotten after a day, or when the models of ${serverLabel(choice)} are listed anew`,
  ]
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function currentModel(situation: CommandSituation): string {
  const { agent, catalog, config } = situation
  const suggestions = ['', 'Models:', ...supportedLines(catalog.list), ...listed('Pools:', poolNames(config.pools))]
  if (agent.choice === null) return ['No model configured.', ...suggestions].join('\n')
  const isPool = poolName(agent.choice.model) !== null
  const feedback = isPool ? [] : catalog.thinkingFeedback(agent.choice, config.maxOutputTokens ?? DEFAULT_REPLY_TOKENS)
  const learned = isPool ? [] : learnedFeedback(agent.choice, situation)
  const details = [...feedback, ...learned].map((line) => `  ${line}`)
  return [`Model: ${formatModelSpec(agent.choice)}`, ...details, ...suggestions].join('\n')
}

function poolNames(pools: Config['pools']): readonly string[] {
  return Object.keys(pools).map((name) => `@${name}`)
}

/** A heading with its entries indented; empty if there are no entries. */
function listed(heading: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : ['', heading, ...entries.map((entry) => `  ${entry}`)]
}
