import { createInterface } from 'node:readline'

import type { ApprovalAnswer, ApprovalFeedItem, PendingApproval } from '../../shared/approval.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { answerServer, type ReadLine } from './answer-server.ts'

/**
 * Prints the questions of models and of servers of tools, and answers each with a typed line, one after the other, until the signal aborts. An
 * empty line declines.
 */
export async function answerQuestions(
  engine: Engine,
  { readLine, output }: { readonly readLine: ReadLine; readonly output: Output },
  signal: AbortSignal,
): Promise<void> {
  let asking = Promise.resolve()
  for await (const batch of engine.approvals.subscribe(undefined, signal)) {
    for (const question of batch.flatMap(questionsIn)) {
      asking = asking.then(() => answer(engine, question, readLine, output))
    }
  }
}

function questionsIn(item: ApprovalFeedItem): readonly PendingApproval[] {
  const asked = item.type === 'snapshot' ? item.pending : item.type === 'requested' ? [item.approval] : []
  return asked.filter(({ access }) => access === 'question')
}

async function answer(engine: Engine, question: PendingApproval, readLine: ReadLine, output: Output): Promise<void> {
  if (question.serverQuestion !== undefined) return answerServer(engine, question, { readLine, output })
  output.error(`\n${questionText(question)}`)
  for (;;) {
    const line = await readLine()
    const given = typedAnswer(line ?? '', question)
    const answered = await engine.approvals.answer({ approvalId: question.id, answer: given })
    if (answered.ok || line === null) return
    output.error(`${answered.error.message}\n> `)
    if (given.type === 'deny') return
  }
}

/** The question with its choices, numbered, and what to type. */
export function questionText({ subject, choices = [], allowsSeveral = false }: PendingApproval): string {
  const lines = choices.map((choice, index) => `  ${index + 1}  ${choice}`)
  const how =
    choices.length === 0
      ? 'Type your answer'
      : `Type ${allowsSeveral ? 'numbers, such as 1 3,' : 'a number,'} or another answer`
  return [`? ${subject}`, ...lines, `${how}. An empty line declines.`, '> '].join('\n')
}

/** Returns the answer that a typed line gives. */
export function typedAnswer(line: string, { choices = [], allowsSeveral = false }: PendingApproval): ApprovalAnswer {
  const text = line.trim()
  if (text === '') return { type: 'deny' }
  const words = text.split(/[\s,]+/u)
  const chosen = words.map((word) => (/^\d{1,3}$/u.test(word) ? choices[Number(word) - 1] : undefined))
  const known = chosen.filter((choice) => choice !== undefined)
  const isChoice = known.length === words.length && (words.length === 1 || allowsSeveral)
  return isChoice ? { type: 'reply', choices: [...new Set(known)], text: '' } : { type: 'reply', choices: [], text }
}

/** Reads lines of the terminal. Ctrl+C keeps its meaning. */
export function terminalLines(signal: AbortSignal): ReadLine {
  return () =>
    new Promise((resolve) => {
      const lines = createInterface({ input: process.stdin, terminal: false })
      let line: string | null = null
      const close = (): void => lines.close()
      signal.addEventListener('abort', close, { once: true })
      lines.once('line', (typed) => {
        line = typed
        lines.close()
      })
      lines.once('close', () => {
        signal.removeEventListener('abort', close)
        process.stdin.pause()
        resolve(line)
      })
    })
}
