import { jsonText } from '../../shared/json-text.ts'
import type { RerunView } from '../../shared/rerun.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { answerQuestions, terminalLines } from './answer-questions.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { endLine, rerunLines } from './rerun-text.ts'

type SubtreeRequest = Parameters<Engine['local']['reruns']['subtree']>[0]
type RunningRerun = Extract<Awaited<ReturnType<Engine['local']['reruns']['start']>>, { ok: true }>['value']

interface SubtreeOrder extends SubtreeRequest {
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
  const subtree = await reruns.subtree({ ...wanted, agentId }, signal)
  if (!subtree.ok) return failed(subtree, output)
  const views: RerunView[] = []
  const refused: { readonly agentId: AgentId; readonly message: string }[] = []
  const left = new Set(subtree.value.agents)
  for await (const { agentId: original, started } of subtree.value.steps) {
    left.delete(original)
    const ended = async ({ rerunId, ended: end }: RunningRerun): Promise<Result<RerunView>> => {
      output.error(`Rerun ${rerunId.slice(0, 8)} of ${original.slice(0, 8)}\n`)
      const ran = await awaitRerun(engine, end, canAsk, output)
      return ran.ok ? reruns.view(rerunId) : ran
    }
    const view = started.ok ? await ended(started.value) : started
    if (view.ok) views.push(view.value)
    else refused.push({ agentId: original, message: view.error.message })
    if (!json) for (const line of view.ok ? rerunLines(view.value) : []) output.out(`${line}\n`)
    output.error(`${view.ok ? endLine(view.value) : view.error.message}\n\n`)
  }
  const result: SubtreeReruns = { agentId, reruns: views, refused, notBegun: [...left] }
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

/** Answers questions at the terminal, if that is possible, until the rerun has ended. */
export async function awaitRerun(
  engine: Engine,
  ended: Promise<Result<null>>,
  canAsk: boolean,
  output: Output,
): Promise<Result<null>> {
  const answering = new AbortController()
  if (canAsk) void answerQuestions(engine, { readLine: terminalLines(answering.signal), output }, answering.signal)
  const ran = await ended
  answering.abort()
  return ran
}

/** Says whether every call was the recorded one. */
export function rerunExitCode({ status, differences }: RerunView): ExitCode {
  if (status === 'stopped') return EXIT.cancelled
  return status === 'completed' && differences === 0 ? EXIT.done : EXIT.turnFailed
}
