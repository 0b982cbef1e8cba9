import type { JsonObject, JsonValue } from '../../../../shared/json.ts'
import { callBlock, textBlock, thinkingBlock } from './answer-parts.ts'
import type { AnswerFacts, ForeignBlock, ForeignFile } from './foreign-tree.ts'
import { readParts } from './read-parts.ts'
import type { SessionDraft } from './session-draft.ts'
import { isJsonObject } from '../../../../shared/json.ts'
import { list, text } from './values.ts'

interface MessageBlocks {
  readonly blocks: readonly ForeignBlock[]
  readonly files: readonly ForeignFile[]
  /** Something of the record became a block or a file. */
  readonly isUsed: boolean
}

/** Reads the content of an answer in the form of Anthropic's Messages API: a text, or a list of blocks. */
export function messageBlocks(
  draft: SessionDraft,
  { record, id }: { readonly record: number; readonly id: string },
  content: JsonValue | undefined,
  facts: AnswerFacts,
): MessageBlocks {
  const blocks: ForeignBlock[] = []
  const files: ForeignFile[] = []
  const items: readonly JsonValue[] = typeof content === 'string' ? [content] : list(content)
  for (const [index, item] of items.entries()) {
    const part = `${id} ${index}`
    const block = isJsonObject(item) ? answerBlock(draft, item, facts, part) : null
    if (block !== null) {
      blocks.push({ part, block })
      continue
    }
    const parts = readParts([item])
    for (const other of parts.others) draft.keep(record, other)
    if (parts.text !== '') blocks.push({ part, block: textBlock(parts.text) })
    files.push(...parts.files)
  }
  const isUsed = blocks.length + files.length > 0
  if (!isUsed) draft.keep(record, 'an empty message')
  return { blocks, files, isUsed }
}

/** Null: neither thinking nor a call. */
function answerBlock(draft: SessionDraft, item: JsonObject, facts: AnswerFacts, part: string) {
  const { type } = item
  if (type === 'thinking') {
    const signature = text(item['signature'])
    return thinkingBlock(draft.tool, text(item['thinking']) ?? '', facts, signature === null ? {} : { signature })
  }
  if (type === 'redacted_thinking') return thinkingBlock(draft.tool, '', facts, { data: item['data'] ?? null })
  if (type !== 'tool_use' && type !== 'server_tool_use' && type !== 'mcp_tool_use') return null
  return callBlock(text(item['id']) ?? `import:${part}`, text(item['name']), item['input'])
}
