import { poolName } from '../../shared/model-pool.ts'
import type { AgentId } from '../../shared/ids.ts'
import { NO_MODEL_CONFIGURED } from '../../shared/no-model.ts'
import { mapOk, ok, refuse, type Result } from '../../shared/result.ts'
import { modelText } from '../../shared/model-spec-text.ts'
import type { ThinkingLevel } from '../../shared/thinking-level.ts'
import type { Engine } from '../core/engine.ts'
import { listAgents } from './find-agent.ts'
import type { ModelWish } from './model-flags.ts'

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
