import { poolChoice, type ModelPools, poolName, type PoolStrategy } from '../../../shared/model-pool.ts'
import { formatModelSpec, type ParsedModelSpec, parseModelSpec } from '../../../shared/model-spec.ts'
import type { ModelDirectory } from '../ports/provider-ports.ts'

/**
 * Parses `MODEL[/LEVEL]` or `@POOL`. A pool accepts no level, because each member has its own. The error for an unknown
 * model names those of the catalogue.
 */
export function chooseModel(text: string, pools: ModelPools, catalog?: ModelDirectory): ParsedModelSpec {
  const name = poolName(text.trim())
  if (name === null) return parseModelSpec(text, catalog?.list)
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
