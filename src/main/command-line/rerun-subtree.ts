import { jsonText } from '../../shared/json-text.ts'
import type { RerunView } from '../../shared/rerun.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { awaitRerun, rerunExitCode } from './await-rerun.ts'
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts'
import { endLine, rerunLines } from './rerun-text.ts'

type RerunRequest = Parameters<Engine['local']['reruns']['start']>[0]

interface SubtreeOrder extends Omit<RerunRequest, 'promptId'> {
  readonly json: boolean
  readonly signal: AbortSignal
}

/** What became of the agents of a subtree. */
interface SubtreeReruns {
  readonly agentId: AgentId
  readonly reruns: readonly RerunView[]
  /** Agents that could not be run again. */
  readonly refused: readonly { readonly agentId: AgentId; readonly message: string }[]
  /** Agents whose turn did not come, because the reruns were stopped. */
  readonly notBegun: readonly AgentId[]
}

/**
 * Runs an agent and its descendants again, one after the other (docs/behaviour/reruns.md#subtrees). A failure ends only
 * the rerun of its agent.
 */
export async function rerunSubtree(
  engine: Engine,
  { agentId, json, signal, ...wanted }: SubtreeOrder,
  canAsk: boolean,
  output: Output,
): Promise<ExitCode> {
  const { reruns } = engine.local
  const agents = await reruns.agentsOfSubtree(agentId)
  if (!agents.ok) {
    output.error(`${agents.error.message}\n`)
    return exitCodeOf(agents.error)
  }
  const views: RerunView[] = []
  const refused: { readonly agentId: AgentId; readonly message: string }[] = []
  const left = [...agents.value]
  for (let next = left[0]; next !== undefined && !signal.aborted; next = left[0]) {
    left.shift()
    const original = next
    const run = async (): Promise<Result<RerunView>> => {
      const started = await reruns.start({ ...wanted, agentId: original }, signal)
      if (!started.ok) return started
      output.error(`Rerun ${started.value.rerunId.slice(0, 8)} of ${original.slice(0, 8)}\n`)
      const ran = await awaitRerun(engine, started.value.ended, canAsk, output)
      return ran.ok ? reruns.view(started.value.rerunId) : ran
    }
    const view = await run()
    if (view.ok) views.push(view.value)
    else refused.push({ agentId: original, message: view.error.message })
    if (!json) for (const line of view.ok ? rerunLines(view.value) : []) output.out(`${line}\n`)
    output.error(`${view.ok ? endLine(view.value) : view.error.message}\n\n`)
  }
  const result: SubtreeReruns = { agentId, reruns: views, refused, notBegun: left }
  if (json) output.out(`${jsonText(result)}\n`)
  output.error(`${summary(result)}\n`)
  return exitCode(result)
}

function summary({ reruns, refused, notBegun }: SubtreeReruns): string {
  const same = reruns.filter(({ status, differences }) => status === 'completed' && differences === 0).length
  const all = reruns.length + refused.length + notBegun.length
  return `${same} of ${all} agents made every recorded call.`
}

function exitCode({ reruns, refused, notBegun }: SubtreeReruns): ExitCode {
  const codes = reruns.map(rerunExitCode)
  if (notBegun.length > 0 || codes.includes(EXIT.cancelled)) return EXIT.cancelled
  return refused.length > 0 || codes.includes(EXIT.turnFailed) ? EXIT.turnFailed : EXIT.done
}
