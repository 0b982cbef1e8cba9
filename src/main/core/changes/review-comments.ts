import type { ChangeDependencies } from './change-dependencies.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { type PlacedComment, placedComment, type ReviewComment, reviewPrompt } from '../../../shared/review-comments.ts'

/** Larger files are not quoted from, bytes. */
const MAX_SIZE = 5_000_000

/**
 * Returns the prompt of comments on lines of an agent's folder (docs/behaviour/changes.md#comments). REFUSED for a file that
 * is not there, is protected, or has fewer lines.
 */
export async function commentsPrompt(
  agentId: AgentId,
  comments: readonly ReviewComment[],
  { checkpoints, folderOf }: ChangeDependencies,
): Promise<Result<string>> {
  const folder = await folderOf(agentId)
  if (!folder.ok) return folder
  const saved = await checkpoints.save({ agentId, folder: folder.value, touched: [] })
  if (!saved.ok) return saved
  const paths = [...new Set(comments.map(({ path }) => path))]
  const hidden = await checkpoints.hidden(saved.value.place, paths)
  if (!hidden.ok) return hidden
  const [secret] = hidden.value
  if (secret !== undefined)
    return refuse(`${secret} is protected, so its lines are not sent to a model. Leave that comment out.`)
  const contents = new Map<string, string | null>()
  for (const path of paths) {
    const found = await checkpoints.current(saved.value.place, [path])
    if (!found.ok) return found
    const file = found.value[0] ?? null
    const isText = file !== null && file.mode !== 'link' && file.content.byteLength <= MAX_SIZE
    contents.set(path, isText ? new TextDecoder().decode(file.content) : null)
  }
  const placed: PlacedComment[] = []
  for (const comment of comments) {
    const found = placedComment(comment, contents.get(comment.path) ?? null)
    if (found === null) return refuse(missing(comment, contents.get(comment.path) ?? null))
    placed.push(found)
  }
  return ok(reviewPrompt(placed))
}

function missing({ path, line, endLine = line }: ReviewComment, content: string | null): string {
  if (content === null) return `${path} is no text file in the agent's folder. Give a path relative to it.`
  return `${path} has no line ${endLine}. Nothing was sent.`
}
