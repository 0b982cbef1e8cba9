import type { NewEvent } from '../../../shared/agent-event.ts'
import { type AttachmentBlock, fileName } from '../../../shared/attachment.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { SandboxUse } from '../../../shared/sandbox.ts'
import type { ToolLink } from '../../../shared/tool-link.ts'
import { abortedCallEnd } from '../agents/engine-closing.ts'
import type { Approval, ApprovalGate } from '../approvals/approval-gate.ts'
import type { AskServerQuestion } from '../approvals/server-questions.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'
import type {
  ApproveAccess,
  AskForServer,
  PreparedCall,
  Tool,
  ToolCallSite,
  ToolFile,
  ToolOutcome,
} from '../ports/tool-ports.ts'
import type { CallHooks } from './tool-hooks.ts'

/** The calls of one model message. */
export interface ToolBatch {
  readonly agentId: AgentId
  readonly turnId: TurnId
  readonly calls: readonly ToolCallBlock[]
  /** A call that the output limit cut off; the model gets `message` as its result. */
  readonly cut?: { readonly callId: string; readonly message: string }
  readonly signal: AbortSignal
}

export interface BatchContext extends CallQuestioners {
  readonly tools: readonly Tool[]
  /** The tool that the provider runs itself once its call is answered with the call's arguments. Missing: none. */
  readonly echoedTool?: string | undefined
  readonly hooks: CallHooks
  readonly clock: Clock
  readonly logger: Logger
  /** Called when the path of a call is a link that leads elsewhere, before the approval decision. */
  readonly onLink: (call: ToolCallBlock, link: ToolLink) => void
  /** Called before a call runs. */
  readonly onStarted: (callId: string) => void
  readonly onOutput: (callId: string, text: string) => void
  /** Runs a call, with what happens directly before and after it. */
  readonly around: (callId: string, call: PreparedCall, run: () => Promise<ToolOutcome>) => Promise<ToolOutcome>
  /**
   * Called with a result that is complete while an earlier call still runs. It is journaled, so that a crash does not
   * lose it.
   */
  readonly onFinishedEarly: (result: NewEvent) => void
  /** Stores a file of a result. */
  readonly storeFile: StoreToolFile
  /** Records results. Called in call order, without gaps. */
  readonly record: (results: readonly NewEvent[]) => Promise<void>
}

/** The placeholder of docs/behaviour/transcript.md#placeholders. */
export const CALL_CANCELLED = 'Tool call interrupted or cancelled'

/** What became of a call. */
export interface Finished {
  readonly outcome: ToolOutcome
  readonly durationMs: number
  /** The stored files of the outcome. */
  readonly attachments?: readonly AttachmentBlock[]
  /** The link of a call that ran. */
  readonly link?: ToolLink
  /** Where the program of a call ran. */
  readonly sandbox?: SandboxUse
  /** Decides whether an effect that is applied later may be applied now. Missing: the call did not run. */
  readonly stillAllowed?: () => Promise<Approval>
}

export function siteOf(call: ToolCallBlock, { agentId, turnId }: ToolBatch): ToolCallSite {
  return { agentId, turnId, callId: call.id }
}

/** A call that did not run. `file`: whose content the message shows. */
export function failedCall(message: string, more: Partial<ToolOutcome> = {}): Finished {
  return { outcome: { content: message, isError: true, ...more }, durationMs: 0 }
}

/** A call whose turn was aborted before it had a result. `approval`: what was decided about it, if it was asked about. */
export function aborted({ signal }: ToolBatch, approval?: Approval | null): Finished {
  const end = approval?.type === 'denied' && approval.end?.type === 'unanswered' ? approval.end : abortedCallEnd(signal)
  return failedCall(CALL_CANCELLED, { end })
}

/** A call that a user, a rule or a hook has denied. */
export function deniedCall({ message, end = { type: 'refused' } }: Extract<Approval, { type: 'denied' }>): Finished {
  return failedCall(message, { end })
}

interface CallQuestioners {
  readonly approvals: ApprovalGate
  /** Missing: questions of servers are declined. */
  readonly askServerQuestion?: AskServerQuestion
}

/**
 * Returns what decides the further accesses of a running call, and what asks the user for its server. These questions
 * have ids of their own.
 */
export function callQuestions(
  tool: string,
  site: ToolCallSite,
  turn: AbortSignal,
  { approvals, askServerQuestion }: CallQuestioners,
): { readonly approve: ApproveAccess; readonly ask?: AskForServer } {
  let count = 0
  const next = (): ToolCallSite => ({ ...site, question: ++count })
  return {
    approve: (access, signal) => {
      const asked = { paths: [], isInFolder: false, ...access }
      return approvals.approve(tool, asked, next(), AbortSignal.any([turn, signal]))
    },
    ...(askServerQuestion !== undefined && {
      ask: (asked, signal) => askServerQuestion(asked, next(), AbortSignal.any([turn, signal])),
    }),
  }
}

/** Stores a file of a tool's result. */
type StoreToolFile = (file: ToolFile) => Promise<Result<AttachmentBlock>>

interface StoredOutcome {
  readonly outcome: ToolOutcome
  /** Missing: no file was stored. */
  readonly attachments?: readonly AttachmentBlock[]
}

/** Stores the files of an outcome. The text says of a file that could not be stored why. */
export async function withStoredFiles(outcome: ToolOutcome, storeFile: StoreToolFile): Promise<StoredOutcome> {
  const { files = [] } = outcome
  const attachments: AttachmentBlock[] = []
  const notes: string[] = []
  for (const file of files) {
    const stored = await storeFile(file)
    if (stored.ok) attachments.push(stored.value)
    else notes.push(`[${fileName(file.name)} could not be kept: ${stored.error.message}]`)
  }
  const content = [outcome.content, ...notes].filter((part, index) => index > 0 || part !== '').join('\n')
  return { outcome: { ...outcome, content }, ...(attachments.length > 0 && { attachments }) }
}
