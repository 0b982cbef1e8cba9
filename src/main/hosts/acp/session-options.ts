import type { AvailableCommand, SessionConfigOption } from '@agentclientprotocol/sdk/unstable'

import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { ModelList } from '../../../shared/model-info.ts'
import { poolName } from '../../../shared/model-pool.ts'
import { modelText } from '../../../shared/model-spec-text.ts'
import type { PromptTemplate } from '../../../shared/prompt-template.ts'
import { SANDBOX_LEVEL_TEXT, SANDBOX_LEVELS, type SandboxLevel } from '../../../shared/sandbox.ts'
import { SLASH_COMMANDS } from '../../../shared/slash-commands.ts'
import { levelsOf } from '../../../shared/thinking-level.ts'
import { defined } from '../../../shared/defined.ts'

export interface SessionState {
  /** Null: no model is configured. */
  readonly choice: ModelChoice | null
  readonly sandbox: SandboxLevel
  readonly models: ModelList
}

/** The ids of the options. */
export const OPTION = { model: 'model', level: 'thinking', sandbox: 'sandbox' } as const

/** Returns what a user can choose for a session. */
export function sessionOptions({ choice, sandbox, models }: SessionState): SessionConfigOption[] {
  return [
    modelOption(choice, models),
    ...levelOption(choice, models),
    {
      id: OPTION.sandbox,
      name: 'Sandbox',
      description: 'How far the commands of the agent are confined',
      category: 'mode',
      type: 'select',
      currentValue: sandbox,
      options: SANDBOX_LEVELS.map((level) => ({ value: level, name: SANDBOX_LEVEL_TEXT[level] })),
    },
  ]
}

/** The value for an agent without a model. */
const NO_MODEL = 'none'

function modelOption(choice: ModelChoice | null, models: ModelList): SessionConfigOption {
  const current = choice === null ? NO_MODEL : modelText(choice.provider, choice.model)
  const ready = models.providers
    .filter((provider) => provider.ready)
    .flatMap((provider) =>
      provider.models.map(({ id, name }) => ({
        value: modelText(provider.provider, id),
        name,
        description: provider.label,
      })),
    )
  const isListed = ready.some(({ value }) => value === current)
  const own = { value: current, name: choice === null ? 'No model' : current }
  return {
    id: OPTION.model,
    name: 'Model',
    category: 'model',
    type: 'select',
    currentValue: current,
    options: isListed ? ready : [own, ...ready],
  }
}

/** Each model of a pool has a level of its own. */
function levelOption(choice: ModelChoice | null, models: ModelList): readonly SessionConfigOption[] {
  if (choice === null || poolName(choice.model) !== null) return []
  const { provider, model, thinkingLevel } = choice
  const listed = models.providers.find((each) => each.provider === provider)?.models
  const labels = listed?.find(({ id }) => id === model)?.thinking ?? null
  const levels = [...new Set([...levelsOf(labels), thinkingLevel])]
  return [
    {
      id: OPTION.level,
      name: 'Thinking',
      category: 'thought_level',
      type: 'select',
      currentValue: thinkingLevel,
      options: levels.map((level) => {
        const meaning = labels?.[level]
        return { value: level, name: level, ...defined({ description: meaning }) }
      }),
    },
  ]
}

/** Returns the commands that can be typed in an editor: ikigai's own, and the prompt templates of the folder. */
export function sessionCommands(templates: readonly PromptTemplate[]): AvailableCommand[] {
  const own = SLASH_COMMANDS.filter(({ name }) => name !== 'exit').map(({ name, usage, summary }) => {
    const hint = usage.slice(name.length + 1).trim()
    return { name, description: summary, ...defined({ input: hint !== '' ? { hint } : undefined }) }
  })
  const known = new Set<string>(own.map(({ name }) => name))
  const found = templates.filter(({ name, problem }) => problem === null && !known.has(name))
  return [...own, ...found.map((template) => templateCommand(template))]
}

function templateCommand({ name, description, hint }: PromptTemplate): AvailableCommand {
  const shown = description === '' ? 'Prompt template' : description
  return { name, description: shown, input: { hint: hint === '' ? 'arguments' : hint } }
}
