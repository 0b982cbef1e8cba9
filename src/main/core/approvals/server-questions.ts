import type { ApprovalAnswer, PendingApproval } from '../../../shared/approval.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { formProblems, type ServerAnswer, type ServerQuestion } from '../../../shared/server-question.ts'
import { visibleText } from '../../../shared/visible-text.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'
import type { AskedByServer, ToolCallSite } from '../ports/tool-ports.ts'
import { ALLOWED, askedBy, type QuestionInbox } from './question-inbox.ts'

/** What asks the user on behalf of a model or a server. */
export interface AskingDependencies {
  readonly questions: QuestionInbox
  readonly clock: Clock
  readonly logger: Logger
  /** Whether there is a user who can answer. */
  readonly canAnswer: boolean
}

/** Asks what a server asks. Never an invented answer: without a user, none. */
export type AskServerQuestion = (asked: AskedByServer, site: ToolCallSite, signal: AbortSignal) => Promise<ServerAnswer>

/** The questions of servers of tools, as part of the inbox. */
export function serverQuestions({ questions, clock, logger, canAnswer }: AskingDependencies): AskServerQuestion {
  return async (asked, site, signal) => {
    const { question } = asked
    if (!canAnswer) {
      logger.warn(nobody(question))
      return { action: 'decline' }
    }
    const approval: PendingApproval = {
      ...askedBy(site),
      tool: visibleText(`${question.server}: ${question.tool}`, 'shown'),
      subject: question.message,
      access: 'question',
      isInFolder: true,
      askedAt: clock.now(),
      patterns: [],
      serverQuestion: question,
    }
    let given: ServerAnswer = { action: 'cancel' }
    const accept = async (answer: ApprovalAnswer) => {
      const read = await serverAnswer(asked, answer)
      if (read.ok) given = read.value
      return mapOk(read, () => ALLOWED)
    }
    await questions.ask({ approval, signal, accept })
    return given
  }
}

/** Returns what the server gets; refused: a value is not valid. */
async function serverAnswer(
  { question: { asks }, problemsOf }: AskedByServer,
  answer: ApprovalAnswer,
): Promise<Result<ServerAnswer>> {
  if (answer.type !== 'fill') return ok({ action: answer.type === 'cancel' ? 'cancel' : 'decline' })
  const fields = asks.type === 'form' ? asks.fields : []
  const [wrong] = formProblems(fields, answer.values)
  if (wrong !== undefined) return refuse(`${titleOf(fields, wrong[0])}: ${wrong[1]}`)
  const [problem] = await problemsOf(answer.values)
  return problem === undefined ? ok({ action: 'accept', content: answer.values }) : refuse(problem)
}

function titleOf(fields: readonly { readonly name: string; readonly title: string }[], name: string): string {
  return fields.find((field) => field.name === name)?.title ?? name
}

function nobody({ server, tool, message }: ServerQuestion): string {
  const text = visibleText(`${server} asks during ${tool}: ${message}`, 'shown')
  return `${text}\nNobody can be asked in this run, so it was declined. Use a window, or run it at a terminal.`
}
