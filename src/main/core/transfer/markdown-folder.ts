import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { type AttachmentBlock, attachmentWords } from '../../../shared/attachment.ts'
import { toBase64 } from '../../../shared/base64.ts'
import { filesOf, storedFilesOf } from '../../../shared/event-files.ts'
import { type BundleLine, fileNamePart } from '../../../shared/file-bundle.ts'
import { shortAgentId } from '../../../shared/ids.ts'
import { jsonText } from '../../../shared/json-text.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { ContentReader } from '../ports/content-ports.ts'
import { eventMarkdown } from './markdown-export.ts'

/** Bytes of one line. */
const PIECE = 768 * 1024

/**
 * Yields an agent's path as Markdown with its files beside it, as lines of a bundle: a document with front matter and relative
 * links, then the files. Ends after the first error. A file that is not stored is named in the document, without a link.
 */
export async function* markdownFolder(
  agent: AgentRecord,
  events: AsyncIterable<Result<AgentEvent>>,
  content: ContentReader,
): AsyncGenerator<Result<string>> {
  const name = agent.name === '' ? shortAgentId(agent.id) : agent.name
  const document = `${fileNamePart(name, shortAgentId(agent.id))}.md`
  const text = (part: string): Result<string> => bundleLine({ path: document, text: `${part}\n` })
  const files = new Map<string, string | null>()
  yield text(`${frontMatter(agent, name)}\n# ${name}\n`)
  for await (const event of events) {
    if (!event.ok) {
      yield event
      return
    }
    const found = await addFiles(files, event.value, content)
    if (!found.ok) {
      yield found
      return
    }
    const block = eventMarkdown(event.value, (file) => fileLink(file, files.get(file.sha256) ?? null))
    if (block !== null) yield text(`${block}\n`)
  }
  for (const [sha256, path] of files) {
    for (let offset = 0, isEnd = path === null; !isEnd; offset += PIECE) {
      const piece = await content.read(sha256, offset, PIECE)
      if (!piece.ok) {
        yield piece
        return
      }
      isEnd = piece.value.length < PIECE
      if (path !== null && (offset === 0 || piece.value.length > 0)) {
        yield bundleLine({ path, data: toBase64(piece.value) })
      }
    }
  }
}

/** Gives the files of an event their paths; null: it is not stored. */
async function addFiles(
  files: Map<string, string | null>,
  event: AgentEvent,
  content: ContentReader,
): Promise<Result<null>> {
  const added = [...filesOf(event), ...storedFilesOf(event)].filter(({ sha256 }) => !files.has(sha256))
  if (added.length === 0) return ok(null)
  const stored = await content.find(added.map(({ sha256 }) => sha256))
  if (!stored.ok) return stored
  const taken = new Set([...files.values()].map((path) => path?.toLowerCase()))
  for (const file of added) {
    if (files.has(file.sha256)) continue
    const short = filePath(file, SHORT_HASH)
    const path = taken.has(short.toLowerCase()) ? filePath(file, file.sha256.length) : short
    taken.add(path.toLowerCase())
    files.set(file.sha256, stored.value.has(file.sha256) ? path : null)
  }
  return ok(null)
}

/** Digits of a hash, which others can make equal; the whole hash they cannot. */
const SHORT_HASH = 8

/** Two files of one name have different hashes. */
function filePath({ sha256, name }: AttachmentBlock, digits: number): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[A-Za-z0-9]{1,10})?$/.exec(name) ?? []
  return `files/${fileNamePart(stem, 'file')}-${sha256.slice(0, digits)}${extension.toLowerCase()}`
}

function fileLink(file: AttachmentBlock, path: string | null): string {
  const words = attachmentWords(file)
  if (path === null) return `*Attached ${words} (not stored)*`
  const label = words.replaceAll(/[[\]\\]/g, String.raw`\$&`)
  return `${file.kind === 'image' ? '!' : ''}[${label}](${encodeURI(path)})`
}

/** Values are JSON strings, which YAML reads, too. */
function frontMatter({ id, choice, createdAt }: AgentRecord, name: string): string {
  const facts = [
    ['title', name],
    ['agent', id],
    ['model', choice?.model ?? null],
    ['created', createdAt],
  ] as const
  const lines = facts.flatMap(([key, value]) => (value === null ? [] : [`${key}: ${JSON.stringify(value)}`]))
  return ['---', ...lines, 'tags: [ikigai]', '---', ''].join('\n')
}

function bundleLine(line: BundleLine): Result<string> {
  return ok(jsonText(line))
}
