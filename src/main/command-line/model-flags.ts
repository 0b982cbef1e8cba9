import { readFileSync } from 'node:fs'

import type { Command } from 'commander'
import type { AgentId } from '../../shared/ids.ts'

import { isJsonObject, parseJson } from '../../shared/json.ts'
import {
  type ModelOptionName,
  type ModelOptions,
  modelOptionsSchema,
  SERVICE_TIERS,
  VERBOSITIES,
} from '../../shared/model-options.ts'
import { poolName } from '../../shared/model-pool.ts'
import { modelText } from '../../shared/model-spec-text.ts'
import { NO_MODEL_CONFIGURED } from '../../shared/no-model.ts'
import { ALL_LEVELS, isThinkingLevel, type ThinkingLevel } from '../../shared/thinking-level.ts'
import { mapOk, refuse, type Result, ok } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import { listAgents } from './find-agent.ts'

/** The flags of `ikigai run` for the requests to the model, as typed. */
export interface ModelFlags {
  readonly model?: string
  readonly effort?: string
  readonly verbosity?: string
  readonly tier?: string
  readonly temperature?: string
  readonly maxOutput?: string
  readonly schema?: string
  readonly webSearch?: boolean
  readonly codeExecution?: boolean
}

/** What the flags say. Options that were not given stay as they are. */
export interface ModelWish {
  /** Undefined: the level of the model's name, or the agent's. */
  readonly effort: ThinkingLevel | undefined
  readonly options: ModelOptions
}

/** Adds the flags to a command. */
export function addModelFlags(command: Command): Command {
  return command
    .option('--effort <level>', `how much to think: ${ALL_LEVELS.join(', ')}`)
    .option('--verbosity <level>', `length of answers, where the model has a choice: ${VERBOSITIES.join(', ')}`)
    .option('--tier <tier>', `how requests are processed and priced: ${SERVICE_TIERS.join(', ')}`)
    .option('--temperature <number>', 'from 0 to 2, for models that take it')
    .option('--max-output <tokens>', 'limit of a reply')
    .option('--schema <file>', 'JSON Schema of the final answer, which alone is printed; exit 1 without a valid one')
    .option('--web-search', 'let the provider search the web; searches are charged')
    .option('--no-web-search', 'no longer let it')
    .option('--code-execution', 'let the provider run code on its own machines; may be charged')
    .option('--no-code-execution', 'no longer let it')
}

/** Parses the flags; the refusal names the first invalid one. */
export function modelWish(flags: ModelFlags): Result<ModelWish> {
  const effort = flags.effort === 'medium' ? 'med' : flags.effort
  if (effort !== undefined && !isThinkingLevel(effort)) return bad('--effort', flags.effort, ALL_LEVELS.join(', '))
  if (effort !== undefined && hasLevel(flags.model))
    return refuse(`--effort and a level in --model ${flags.model} cannot be combined. Use one of them.`)
  const schema = flags.schema === undefined ? ok(undefined) : readSchema(flags.schema)
  if (!schema.ok) return schema
  const wanted = {
    verbosity: flags.verbosity,
    service_tier: flags.tier,
    temperature: numberOf(flags.temperature),
    max_output_tokens: numberOf(flags.maxOutput),
    schema: schema.value,
    web_search: flags.webSearch,
    code_execution: flags.codeExecution,
  } satisfies Readonly<Record<ModelOptionName, unknown>>
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
  const options = modelOptionsSchema.safeParse(given)
  if (options.success) return ok({ effort, options: options.data })
  return badOption(String(options.error.issues[0]?.path[0]), flags)
}

function hasLevel(model: string | undefined): boolean {
  return model !== undefined && isThinkingLevel(model.slice(model.lastIndexOf('/') + 1))
}

/** An empty text is not a number. */
function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : text.trim() === '' ? Number.NaN : Number(text)
}

function badOption(name: string, flags: ModelFlags): Result<never> {
  if (name === 'verbosity') return bad('--verbosity', flags.verbosity, VERBOSITIES.join(', '))
  if (name === 'service_tier') return bad('--tier', flags.tier, SERVICE_TIERS.join(', '))
  if (name === 'temperature') return bad('--temperature', flags.temperature, 'a number from 0 to 2')
  if (name === 'schema') return refuse(`--schema ${flags.schema}: the schema is longer than 100,000 characters.`)
  return bad('--max-output', flags.maxOutput, 'a number of tokens')
}

function bad(flag: string, value: string | undefined, allowed: string): Result<never> {
  return refuse(`${flag} ${value}: give ${allowed}.`)
}

function readSchema(file: string): Result<ModelOptions['schema']> {
  try {
    const schema = parseJson(readFileSync(file, 'utf8'))
    return isJsonObject(schema) ? ok(schema) : refuse(`--schema ${file}: the file does not contain a JSON object.`)
  } catch (error) {
    const why = error instanceof SyntaxError ? 'the file is not JSON' : 'the file cannot be read'
    return refuse(`--schema ${file}: ${why}.`)
  }
}

/** Changes the agent's thinking level and options as the flags say; returns what to tell the user about it. */
export async function applyModelWish(
  engine: Engine,
  agentId: AgentId,
  { effort, options }: ModelWish,
): Promise<Result<readonly string[]>> {
  const level = effort === undefined ? ok([]) : await setLevel(engine, agentId, effort)
  if (!level.ok) return level
  const before = await engine.agents.options({ agentId })
  if (!before.ok) return before
  if (Object.keys(options).length === 0) return ok([...level.value, ...before.value.notes])
  const set = await engine.agents.setOptions({ agentId, options: { ...before.value.options, ...options } })
  return mapOk(set, ({ notes }) => [...level.value, ...notes])
}

async function setLevel(engine: Engine, agentId: AgentId, level: ThinkingLevel): Promise<Result<readonly string[]>> {
  const choice = (await listAgents(engine)).find(({ id }) => id === agentId)?.choice ?? null
  if (choice === null) return refuse(NO_MODEL_CONFIGURED)
  if (poolName(choice.model) !== null) return refuse('--effort: each model of a pool has a level of its own.')
  if (choice.thinkingLevel === level) return ok([])
  const text = `/model ${modelText(choice.provider, choice.model)}/${level}`
  const switched = await engine.agents.submit({ agentId, text })
  return mapOk(switched, ({ answers }) => answers)
}
