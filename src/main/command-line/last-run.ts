import type { StoredKey } from '../../shared/home-settings.ts'
import type { AgentId } from '../../shared/ids.ts'
import { mapOk, refuse, type Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import { findAgent } from './find-agent.ts'

/** Returns the name of the setting for the agent of the last `ikigai run` in a folder (absolute, symlinks resolved). */
function settingOf(folder: string): StoredKey {
  return `last_run:${folder}`
}

/** Ignores errors, because a run without a saved agent is still successful: `--agent` works without it. */
export async function rememberRun(engine: Engine, folder: string, agentId: AgentId): Promise<void> {
  await engine.local.setSetting(settingOf(folder), agentId)
}

/** Returns the agent of the last run in the folder. */
export async function lastRunAgent(engine: Engine, folder: string): Promise<Result<AgentId>> {
  const stored = await engine.settings.get({ key: settingOf(folder) })
  if (typeof stored !== 'string') {
    return refuse(`No agent to continue: nothing was run in ${folder} yet. Leave --continue out.`)
  }
  const found = await findAgent(engine, stored)
  return mapOk(found, ({ id }) => id)
}
