import { exactText } from '../../../../../shared/exact-json.ts'
import { fenced } from '../../../../../shared/fenced.ts'
import type { JsonObject } from '../../../../../shared/json.ts'
import { addAnswerItems, type AnswerItem } from '../answer-items.ts'
import { answerModel, callBlock, openAiUsage, textBlock, thinkingBlock } from '../answer-parts.ts'
import type { AnswerFacts, ForeignFile } from '../foreign-tree.ts'
import { fileOfUrl } from '../read-parts.ts'
import type { SessionDraft } from '../session-draft.ts'
import { addSaid } from '../chat-messages.ts'
import { object, shown, text, timeOf } from '../values.ts'

interface Block {
  readonly json: JsonObject
  readonly record: number
}

interface CherryMessage {
  readonly id: string
  readonly record: number
  readonly json: JsonObject
  readonly blocks: readonly Block[]
}

/** What the block of a message becomes. */
type Content = AnswerItem | { readonly file: ForeignFile } | { readonly kept: string }

/** Adds a message of Cherry Studio to a node. What it says is in its blocks. */
export function addCherryMessage(draft: SessionDraft, node: number, { id, record, json, blocks }: CherryMessage): void {
  const model = object(json['model'])
  const facts: AnswerFacts = {
    ...answerModel(text(model['id']) ?? json['modelId'], model['provider']),
    ...openAiUsage(json['usage']),
  }
  const items: AnswerItem[] = []
  const files: ForeignFile[] = []
  const records = [record]
  for (const block of blocks) {
    const content = contentOf(block.json, `${id} ${items.length}`, facts)
    if ('kept' in content) draft.keep(block.record, content.kept)
    else records.push(block.record)
    if ('file' in content) files.push(content.file)
    else if (!('kept' in content)) items.push(content)
  }
  const old = text(json['content'])
  if (blocks.length === 0 && old !== null) items.push({ block: { part: 'text', block: textBlock(old) } })
  if (json['type'] === 'clear') return records.forEach((one) => draft.keep(one, 'the context was cleared here'))
  const at = timeOf(json['createdAt'])
  const { role } = json
  if (role === 'assistant') return addAnswerItems(draft, node, { id, records, at, facts, files }, items)
  const words = items.flatMap(({ block }) => (block?.block.type === 'text' ? [block.block.text] : [])).join('\n\n')
  addSaid(draft, node, { key: id, records, at, role, words, files })
}

function contentOf(json: JsonObject, place: string, facts: AnswerFacts): Content {
  const part = text(json['id']) ?? place
  const words = text(json['content']) ?? ''
  switch (json['type']) {
    case 'main_text':
    case 'compact':
      return words === '' ? { kept: 'an empty block' } : { block: { part, block: textBlock(words) } }
    case 'code':
      return { block: { part, block: textBlock(fenced(words, text(json['language']) ?? '')) } }
    case 'thinking':
      return { block: { part, block: thinkingBlock('cherry-studio', words, facts) } }
    case 'tool': {
      const callId = text(json['toolId']) ?? `import:${part}`
      const block = { part, block: callBlock(callId, text(json['toolName']), json['arguments']) }
      const { content } = json
      if (content === undefined || content === null) return { block }
      const output = typeof content === 'string' ? content : exactText(content)
      return { block, result: { callId, words: output, isError: json['status'] === 'error' } }
    }
    case 'image':
    case 'file':
      return fileIn(json)
    default:
      return { kept: `a block of the type ${shown(json['type'])}` }
  }
}

/** A file is in the backup under its id, or in the block as a `data:` address. */
function fileIn(json: JsonObject): Content {
  const file = object(json['file'])
  const id = text(file['id'])
  const name = text(file['origin_name']) ?? text(file['name'])
  if (id !== null) return { file: { name: name ?? id, asset: id } }
  const read = fileOfUrl(text(json['url']) ?? '', name)
  return typeof read === 'string' ? { kept: read } : { file: read }
}
