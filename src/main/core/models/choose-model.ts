import { poolChoice, type ModelPools, poolName } from '../../../shared/model-pool.ts'
import { formatModelSpec, type ParsedModelSpec, parseModelSpec } from '../../../shared/model-spec.ts'

/** Reads `MODEL[/LEVEL]` or `@POOL`. A pool brings the levels of its members; it takes none of its own. */
export function chooseModel(text: string, pools: ModelPools): ParsedModelSpec {
  const name = poolName(text.trim())
  if (name === null) return parseModelSpec(text)
  const pool = Object.hasOwn(pools, name) ? pools[name] : undefined
  const choice = pool === undefined ? null : poolChoice(name, pool)
  return choice === null ? { ok: false, message: unknownPool(name, pools) } : { ok: true, choice, levelGiven: true }
}

/** What a person is told of a name that is no pool's. */
export function unknownPool(name: string, pools: ModelPools): string {
  const known = Object.keys(pools).map((pool) => `  @${pool}`)
  if (known.length === 0) return `Unknown pool: @${name}\n\nNo pools are set up. Add them under "pools" in config.json.`
  return [`Unknown pool: @${name}`, '', 'Pools:', ...known].join('\n')
}

/** The answer to `/model @POOL`: who is in it. */
export function poolFeedback(name: string, pools: ModelPools): string {
  const { strategy = 'failover', models = [] } = pools[name] ?? {}
  const how = strategy === 'failover' ? 'the first that works' : 'one after the other, a turn each'
  return [`✓ Switched to @${name}: ${how}`, ...models.map((choice) => `  ${formatModelSpec(choice)}`)].join('\n')
}
