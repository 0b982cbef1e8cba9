import { summaryRange } from '../context/summary-range.ts'
import { unknownMark } from './clear-command.ts'
import { type CommandDecision, type CommandSituation, refusal } from './command.ts'

const BUSY = 'Cannot compress the context while response is streaming. Wait for completion or press Ctrl+C to cancel.'

/** `/compress [MARK]`: a summary by the agent's own model in the place of the context, or of what follows the mark. */
export function decideCompress(args: string, { context, isBusy }: CommandSituation): CommandDecision {
  if (isBusy) return refusal(BUSY)
  const afterId = args === '' ? 0 : context.marks.get(args)
  if (afterId === undefined) return refusal(unknownMark(args, context.marks))
  const range = summaryRange(context.items, afterId)
  return range === null ? refusal('Nothing to compress.') : { type: 'compress', range }
}
