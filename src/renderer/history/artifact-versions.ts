import type { AgentEvent } from '../../shared/agent-event.ts'
import { codeInfo, previewKind } from '../parts/rich/code-facts.ts'
import type { CodeArtifact } from '../store/artifact-store.ts'

/** A block of an answer that can be shown as a page. */
interface FoundBlock extends CodeArtifact {
  /** What it has in common with the other versions of the same artifact. */
  readonly identity: string
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

/**
 * Returns the versions of an artifact in the answers among these events, oldest first, and which of them is shown. Blocks
 * are versions of one artifact if their fences name the same file, else if their pages have the same title. Blocks
 * without either are versions of each other where they have the same place among those of their answers. A block that no answer
 * contains as it is has no other versions.
 */
export function artifactVersions(
  events: readonly AgentEvent[],
  shown: CodeArtifact,
): { readonly versions: readonly CodeArtifact[]; readonly index: number } {
  const found = events.flatMap((event) => (event.kind === 'assistant' ? blocksOf(answerText(event)) : []))
  const self = found.findLast((block) => block.code === shown.code && block.language === shown.language)
  if (self === undefined) return { versions: [shown], index: 0 }
  const same = found.filter(({ identity }) => identity === self.identity)
  // Code that comes again is one version, in its last place.
  const versions = same.filter(({ code }, index) => !same.slice(index + 1).some((later) => later.code === code))
  return { versions, index: versions.findIndex(({ code }) => code === self.code) }
}

function answerText({ content, data }: Extract<AgentEvent, { kind: 'assistant' }>): string {
  const texts = (data.blocks ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : []))
  return texts.length === 0 ? (content ?? '') : texts.join('\n\n')
}

function blocksOf(text: string): readonly FoundBlock[] {
  const unnamed = new Map<string, number>()
  return fencedBlocks(text).flatMap(({ info, code }) => {
    const { language, fileName } = codeInfo(info)
    if (previewKind({ language, fileName }, code) === null) return []
    const sort = SORTS[language.toLowerCase()] ?? 'svg'
    const title = fileName ?? titleOf(code, sort)
    const count = (unnamed.get(sort) ?? 0) + (title === null ? 1 : 0)
    unnamed.set(sort, count)
    return [{ code, language, fileName, identity: title === null ? `${sort} ${count}` : `${sort} "${title}"` }]
  })
}

/** By the name of a language; all others that can be shown are SVG. */
const SORTS: Readonly<Record<string, 'html' | 'markdown'>> = {
  htm: 'html',
  html: 'html',
  markdown: 'markdown',
  md: 'markdown',
}

/** Returns the title of a page, or the first heading of a document; null: it has none. */
function titleOf(code: string, sort: 'html' | 'markdown' | 'svg'): string | null {
  const pattern = sort === 'markdown' ? /^# +(.+)$/m : /<title[^>]*>([^<]*)<\/title>/i
  const title = pattern.exec(code)?.[1]?.trim() ?? ''
  return title === '' ? null : title
}

/**
 * Returns the closed fenced blocks of a text that are in no list and no quotation. Without the parser, which takes quadratic
 * time for some texts and would read all answers of an agent here.
 */
function fencedBlocks(text: string): readonly { readonly info: string; readonly code: string }[] {
  const blocks: { info: string; code: string }[] = []
  let open: { readonly fence: string; readonly info: string; readonly lines: string[] } | null = null
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const [, fence, rest = ''] = FENCE.exec(line) ?? []
    if (open === null) {
      if (fence !== undefined) open = { fence, info: rest, lines: [] }
    } else if (fence?.startsWith(open.fence) === true && rest.trim() === '') {
      blocks.push({ info: open.info, code: open.lines.join('\n') })
      open = null
    } else open.lines.push(line)
  }
  return blocks
}
