import { type Endpoint, unknownEndpoint } from '../../../shared/endpoints/endpoint.ts'
import { endpointIn } from '../../../shared/endpoints/endpoint-model.ts'
import { ENDPOINT } from '../../../shared/providers.ts'
import { poolChoice, type ModelPools, poolName, type PoolStrategy } from '../../../shared/model-pool.ts'
import { formatModelSpec, type ParsedModelSpec, parseModelSpec } from '../../../shared/model-spec.ts'
import type { ModelDirectory } from '../ports/provider-ports.ts'

/** What names of models lead to beside the companies: a part of the configuration. */
export interface ModelSources {
  readonly pools: ModelPools
  readonly endpoints: readonly Endpoint[]
}

/** Refuses a model whose endpoint does not exist. */
function existing(parsed: ParsedModelSpec, endpoints: readonly Endpoint[]): ParsedModelSpec {
  if (!parsed.ok || parsed.choice.provider !== ENDPOINT) return parsed
  const name = endpointIn(parsed.choice.model) ?? ''
  if (endpoints.some((endpoint) => endpoint.name === name)) return parsed
  return { ok: false, message: unknownEndpoint(name, endpoints) }
}

/**
 * Parses `MODEL[/LEVEL]` or `@POOL`. A pool accepts no level, because each member has its own. The error for an unknown
 * model names those of the catalogue.
 */
export function chooseModel(
  text: string,
  { pools, endpoints }: ModelSources,
  catalog?: ModelDirectory,
): ParsedModelSpec {
  const name = poolName(text.trim())
  if (name === null) return existing(parseModelSpec(text, catalog?.list), endpoints)
  const pool = Object.hasOwn(pools, name) ? pools[name] : undefined
  const choice = pool === undefined ? null : poolChoice(name, pool)
  return choice === null ? { ok: false, message: unknownPool(name, pools) } : { ok: true, choice, levelGiven: true }
}

/** Error text for an unknown pool. */
export function unknownPool(name: string, pools: ModelPools): string {
  const known = Object.keys(pools).map((pool) => `  @${pool}`)
  if (known.length === 0) return `Unknown pool: @${name}\n\nNo pools are set up. Add them under "pools" in config.json.`
  return [`Unknown pool: @${name}`, '', 'Pools:', ...known].join('\n')
}

const HOW: Readonly<Record<PoolStrategy, string>> = {
  failover: 'the first that works',
  'round-robin': 'one after the other, a turn each',
  best: 'the one that wins most at this kind of work',
}

/** The answer to `/model @POOL`: the pool's members. */
export function poolFeedback(name: string, pools: ModelPools): string {
  const { strategy = 'failover', models = [] } = pools[name] ?? {}
  return [`✓ Switched to @${name}: ${HOW[strategy]}`, ...models.map((choice) => `  ${formatModelSpec(choice)}`)].join(
    '\n',
  )
}
