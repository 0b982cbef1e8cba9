import type { CommandServices } from '../commands/command-services.ts'
import type { ApprovalAnswer, PendingApproval } from '../../../shared/approval.ts'
import { argumentsText } from '../../../shared/call-arguments.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { type DifferenceChoice, type DifferenceRule, RERUN } from '../../../shared/rerun.ts'
import { ok, refuse } from '../../../shared/result.ts'
import { ALLOWED } from '../approvals/question-inbox.ts'
import type { Difference } from './player.ts'

/** Where calls would run: `worktree` if a worktree can be made there, else the folder itself. */
export interface RunPlace {
  readonly folder: string
  readonly isWorktree: boolean
}

const LABELS: Readonly<Record<DifferenceChoice, string>> = {
  nearest: 'Play the nearest recorded result',
  run: 'Run for real',
  end: 'End the rerun',
}

/**
 * Decides by the rule, or asks the user. What the rule says and is not possible here ends the rerun, and so does a
 * declined question. Null: the signal was aborted before anything was decided.
 */
export async function decideDifference(
  difference: Difference,
  { rule, agentId, place, signal }: DifferenceSite,
  { questions, clock, ids, canAnswer }: CommandServices,
): Promise<DifferenceChoice | null> {
  if (signal.aborted) return null
  const offered = possible(difference)
  if (rule !== 'ask') return offered.includes(rule) ? rule : 'end'
  if (!canAnswer) return 'end'
  let chosen: DifferenceChoice | null = null
  const approval: PendingApproval = {
    id: ids.uuid(),
    agentId,
    callId: difference.made.id,
    tool: RERUN,
    subject: questionText(difference, place),
    access: 'question',
    isInFolder: true,
    askedAt: clock.now(),
    patterns: [],
    choices: offered.map((choice) => LABELS[choice]),
  }
  const accept = async (answer: ApprovalAnswer) => {
    if (answer.type !== 'reply') return ok(ALLOWED)
    const choice = offered.find((each) => answer.choices.length === 1 && LABELS[each] === answer.choices[0])
    if (choice === undefined) return refuse('Choose one of the answers.')
    chosen = choice
    return ok(ALLOWED)
  }
  await questions.ask({ approval, signal, accept })
  return chosen ?? (signal.aborted ? null : 'end')
}

export interface DifferenceSite {
  readonly rule: DifferenceRule
  /** The agent that runs again. */
  readonly agentId: AgentId
  readonly place: RunPlace
  /** Aborting it withdraws the question. */
  readonly signal: AbortSignal
}

function possible({ nearest }: Difference): readonly DifferenceChoice[] {
  return nearest === null ? ['run', 'end'] : ['nearest', 'run', 'end']
}

function questionText(
  { divergence: { recorded }, made, nearest }: Difference,
  { folder, isWorktree }: RunPlace,
): string {
  return [
    'A call differs from the recorded run. What should happen?',
    `Now:\n${callText(made)}`,
    `Recorded:\n${recorded === null ? 'no further call in this turn' : callText(recorded.call)}`,
    ...(nearest === null || nearest === recorded ? [] : [`Nearest:\n${callText(nearest.call)}`]),
    `*${LABELS.run}*: this call and all later ones run ${isWorktree ? 'in a new git worktree' : 'in the folder'} of ${folder}, and ask as usual.`,
  ].join('\n\n')
}

/** A model wrote it, so that it is shown as code. */
function callText(call: ToolCallBlock): string {
  const text = `${call.name} ${call.malformed_arguments ?? argumentsText(call)}`
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}\n${fence}`
}

/** Longest shown call, UTF-16 units. */
const MAX_SHOWN = 2_000
