import { refused } from '../../shared/app-error.ts'
import type { Outcome } from '../../shared/contract.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Engine } from '../core/engine.ts'
import { findAgent } from './find-agent.ts'

/** The setting that holds the agent of the last `ikigai run` in a folder (absolute, symlinks resolved). */
function settingOf(folder: string): string {
  return `last_run:${folder}`
}

/** Not being able to remember is no reason to end a run with an error: `--agent` works without. */
export async function rememberRun(engine: Engine, folder: string, agentId: AgentId): Promise<void> {
  await engine.setSetting(settingOf(folder), agentId)
}

/** The agent of the last run in the folder. */
export async function lastRunAgent(engine: Engine, folder: string): Promise<Outcome<AgentId>> {
  const stored = await engine.setting(settingOf(folder))
  if (typeof stored !== 'string') {
    return {
      ok: false,
      error: refused(`No agent to continue: nothing was run in ${folder} yet. Leave --continue out.`),
    }
  }
  const found = await findAgent(engine, stored)
  return found.ok ? { ok: true, value: found.value.id } : found
}
