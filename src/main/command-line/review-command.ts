import { readFileSync } from 'node:fs'

import type { Command } from 'commander'

import { errorMessage, ok, refuse, type Result } from '../../shared/result.ts'
import {
  parseCommentPlace,
  parseReviewComments,
  type ReviewComment,
  reviewCommentsSchema,
} from '../../shared/review-comments.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { addAllowFlags, type AllowFlags, parseAllow } from './parse-allow.ts'
import { sendAndWait } from './send-and-wait.ts'

interface ReviewFlags extends JsonFlag, AllowFlags {
  /** Places and texts in turn. */
  readonly comment?: readonly string[]
  readonly file?: string
}

const FORMS = `
A comment is FILE:LINE or FILE:LINE-LINE and a text: --comment src/add.ts:3-4 "Name it sum" src/add.ts:9 "Why?"
A file has the same as Markdown (a heading \`## FILE:LINE\` for each, the text below it) or as JSON:
[{"path": "src/add.ts", "line": 3, "endLine": 4, "text": "Name it sum"}]; "quote" has the lines as they were seen.
Exit codes: ${EXIT.done} the turn was answered, ${EXIT.turnFailed} it failed, ${EXIT.usage} wrong usage.`

/** Adds `ikigai review`. */
export function registerReview(program: Command, { output, finish, withEngine }: CommandContext): void {
  const command = program
    .command('review')
    .description('send an agent one prompt with comments on lines of its files, and wait for its turn')
    .argument('<agent>', 'a unique prefix of its id')
    .option('--comment <place-and-text...>', 'FILE:LINE[-LINE] and a text; further pairs may follow')
    .option('--file <file>', 'comments as Markdown or JSON; - is stdin')
    .option('--json', 'the events of the turn as JSON lines')
    .addHelpText('after', FORMS)
  addAllowFlags(command).action(async (prefix: string, flags: ReviewFlags) => {
    const comments = commentsOf(flags)
    const allowed = parseAllow(flags)
    if (!comments.ok || !allowed.ok) {
      output.error(`${!comments.ok ? comments.error.message : !allowed.ok ? allowed.message : ''}\n`)
      return finish(EXIT.usage)
    }
    const { json = false } = flags
    await withEngine(
      async (engine) => {
        const agent = await findAgent(engine, prefix)
        if (!agent.ok) return failed(agent, output, EXIT.usage)
        const agentId = agent.value.id
        const send = () => engine.changes.comment({ agentId, comments: comments.value })
        return sendAndWait(engine, { agentId, json, send }, output)
      },
      { runRules: allowed.rules },
    )
  })
}

function commentsOf({ comment = [], file }: ReviewFlags): Result<readonly ReviewComment[]> {
  const read = file === undefined ? ok([]) : readComments(file)
  if (!read.ok) return read
  const pairs: ReviewComment[] = []
  for (let index = 0; index < comment.length; index += 2) {
    const place = parseCommentPlace(comment[index] ?? '')
    const text = comment[index + 1]?.trim()
    if (place === null) return refuse(`${comment[index]} is not FILE:LINE or FILE:LINE-LINE.`)
    if (text === undefined || text === '') return refuse(`The comment on ${comment[index]} has no text.`)
    pairs.push({ ...place, text })
  }
  const all = reviewCommentsSchema.safeParse([...read.value, ...pairs])
  if (all.success) return ok(all.data)
  const none = read.value.length + pairs.length === 0
  return refuse(
    none
      ? 'There is no comment. Give --comment or --file.'
      : 'The last line of a comment comes before its first, or there is too much of it.',
  )
}

function readComments(path: string): Result<readonly ReviewComment[]> {
  try {
    const parsed = parseReviewComments(readFileSync(path === '-' ? 0 : path, 'utf8'))
    return parsed === null
      ? refuse(`${path === '-' ? 'Stdin' : path} has no comments in a form that is known. See --help.`)
      : ok(parsed)
  } catch (error) {
    return refuse(`--file: ${errorMessage(error)}`)
  }
}
