import { readRerun } from '../../../src/main/core/reruns/rerun-log.ts'
import { rerunView } from '../../../src/main/core/reruns/rerun-view.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { RerunView } from '../../../src/shared/rerun.ts'
import { mapOk, ok, type Result } from '../../../src/shared/result.ts'

/** Returns a rerun as the engine shows it, from the logs of the preview. */
export function previewRerun(
  rerunId: AgentId,
  logs: ReadonlyMap<AgentId, readonly AgentEvent[]>,
): Promise<Result<RerunView>> {
  const events = async ({ agentId }: { readonly agentId: AgentId }) =>
    ok((logs.get(agentId) ?? []).filter((event) => event.agentId === agentId))
  return readRerun(rerunId, { events }).then((found) =>
    mapOk(found, (rerun) => {
      const isRunning = rerun.steps.at(-1)?.step === 'resumed'
      return rerunView(rerun, { name: '', isRunning })
    }),
  )
}
