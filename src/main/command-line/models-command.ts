import type { Command } from 'commander'

import type { EndingModel } from '../../shared/ending-models.ts'
import { shortAgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { ModelInfo, ModelList } from '../../shared/model-info.ts'
import { renewalAtStart } from '../../shared/model-catalog-file.ts'
import { type ModelPrice, priceOn, utcDate } from '../../shared/model-price.ts'
import { isProviderName, PROVIDER_NAMES } from '../../shared/providers.ts'
import { levelsOf } from '../../shared/thinking-level.ts'
import { withThousands } from '../../shared/thinking-feedback.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { interruptSignal } from './interrupt-signal.ts'

interface ModelsFlags extends JsonFlag {
  readonly renew?: boolean
}

/** `ikigai models [PROVIDER]`: lists the models to choose from, with the provider's own list if one is named. */
async function modelsCommand(
  engine: Engine,
  provider: string | undefined,
  {
    json,
    signal,
  }: {
    readonly json: boolean
    readonly signal: AbortSignal
  },
  output: Output,
): Promise<ExitCode> {
  const endpoints = provider === undefined || isProviderName(provider) ? [] : await engine.endpoints.list()
  const endpoint = endpoints.find(({ name }) => name === provider)
  if (provider !== undefined && !isProviderName(provider) && endpoint === undefined) {
    const names = [...PROVIDER_NAMES, ...endpoints.map(({ name }) => name)]
    output.error(`Unknown provider: ${provider}\nProviders: ${names.join(', ')}\n`)
    return EXIT.usage
  }
  const asked = endpoint === undefined ? { refresh: apiProviderOf(provider) } : { endpoint: endpoint.name }
  const list = await engine.models.list(asked, signal)
  const shown = list.providers.filter((row) =>
    endpoint === undefined ? provider === undefined || row.provider === provider : row.endpoint === endpoint.name,
  )
  if (list.problem !== undefined) output.error(`${list.problem.message}\n`)
  if (shown.length === 0) output.error('No models are known.\n')
  else if (list.problem !== undefined) output.error('The list shows what is known without asking the provider.\n')
  for (const row of shown) {
    if (row.problem !== undefined && list.problem === undefined) output.error(`${row.problem.message}\n`)
    if (row.models.length > 0) printProvider(row, json, output)
  }
  if (!json) for (const line of endLines(await engine.models.ends())) output.error(`${line}\n`)
  return list.problem === undefined ? EXIT.done : EXIT.turnFailed
}

function apiProviderOf(name: string | undefined) {
  return name !== undefined && isProviderName(name) ? name : undefined
}

function printProvider({ label, ready, models }: ModelList['providers'][number], json: boolean, output: Output): void {
  if (json) for (const model of models) output.out(`${jsonText(model)}\n`)
  else {
    output.out(`${label}${ready ? '' : ' (no key)'}\n`)
    const width = Math.max(...models.map(({ id }) => id.length))
    for (const model of models) output.out(`  ${model.id.padEnd(width)}${facts(model)}\n`)
  }
}

/** The models of agents that end soon, or have ended. */
function endLines(ending: readonly EndingModel[]): readonly string[] {
  return ending.map(({ model, endsOn, hasEnded, successor, agents }) => {
    const ids = agents.slice(0, MOST_NAMED).map((id) => shortAgentId(id))
    const more = agents.length > ids.length ? ` and ${agents.length - ids.length} more` : ''
    const instead = successor === null ? '' : `; its successor is ${successor}`
    return `${model} ${hasEnded ? 'ended' : 'ends'} on ${endsOn}${instead}. Used by: ${ids.join(', ')}${more}.`
  })
}

/** As many agents are named in one line. */
const MOST_NAMED = 8

/** Omits unknown values. */
function facts({ contextWindow, maxOutput, prices, thinking, endsOn }: ModelInfo): string {
  const price = priceOn(prices, utcDate(Date.now()))
  const known = [
    contextWindow === null ? null : `context ${withThousands(contextWindow)}`,
    maxOutput === null ? null : `output ${withThousands(maxOutput)}`,
    price === null ? null : priceText(price),
    thinking === null
      ? null
      : `thinking: ${levelsOf(thinking)
          .map((level) => thinking[level])
          .join(' | ')}`,
    endsOn === null ? null : `ends ${endsOn}`,
  ].filter((fact) => fact !== null)
  return known.length === 0 ? '' : `  ${known.join(' · ')}`
}

function priceText({ input, output, isFree }: ModelPrice): string {
  return isFree === true ? 'free' : `$${input} in, $${output} out per MTok`
}

const HOW_TO_DECIDE =
  'Whether it is also renewed at every start is not decided: set "renew_models_at_start" in config.json to true or false.'

/** `ikigai models --renew`: says what was loaded on stderr, then lists the models. */
async function renewModels(engine: Engine, signal: AbortSignal, output: Output): Promise<boolean> {
  const renewed = await engine.models.renew(undefined, signal)
  if (!renewed.ok) {
    output.error(`${renewed.error.message}\n`)
    return false
  }
  const { models, renewedOn, problems } = renewed.value
  for (const problem of problems) output.error(`${problem}\n`)
  output.error(`The catalogue was renewed on ${renewedOn}: ${models} models.\n`)
  if (renewalAtStart(await engine.config.get()) === 'ask') output.error(`${HOW_TO_DECIDE}\n`)
  return true
}

/** Adds `ikigai models`. */
export function registerModels(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('models')
    .description('list the models; with a provider, ask it for its own list')
    .argument('[provider]')
    .option('--json', 'one model per line')
    .option('--renew', 'first renew the catalogue from the providers with a key and model_catalog_url, and keep it')
    .action(async (provider: string | undefined, { json = false, renew = false }: ModelsFlags) => {
      const signal = interruptSignal()
      await withEngine(async (engine) => {
        if (renew && !(await renewModels(engine, signal, output))) return EXIT.turnFailed
        return modelsCommand(engine, provider, { json, signal }, output)
      })
    })
}
