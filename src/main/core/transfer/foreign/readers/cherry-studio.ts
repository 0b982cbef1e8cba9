import { exactText } from '../../../../../shared/exact-json.ts'
import { isJsonObject, type JsonObject } from '../../../../../shared/json.ts'
import { leaveSettings } from '../chat-messages.ts'
import type { ForeignSession } from '../foreign-tree.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import { list, object, objects, parseValue, text } from '../values.ts'
import { addCherryMessage } from './cherry-message.ts'

export function isCherryStudio(value: JsonObject): boolean {
  return Array.isArray(object(value['indexedDB'])['topics'])
}

/** `data.json` of a backup of Cherry Studio 1: its topics. Other stores and the settings may hold keys and are left out. */
export function readCherryStudio(value: JsonObject): readonly ForeignSession[] {
  const { topics, message_blocks: all, ...others } = object(value['indexedDB'])
  const blocks = new Map(objects(all).map((block) => [text(block['id']) ?? '', block]))
  const titles = titlesIn(object(value['localStorage']))
  const left = [...Object.keys(others), ...Object.keys(value).filter((name) => name !== 'indexedDB')]
  const used = new Set<string>()
  const drafts = list(topics).map((topic) => readTopic(object(topic), { blocks, titles, used }))
  const first = drafts[0] ?? new SessionDraft('cherry-studio', UNNAMED)
  leaveSettings(first, left)
  for (const [id, block] of blocks) {
    if (!used.has(id)) first.keep(first.record({ place: 'block', raw: exactText(block) }), 'belongs to no message')
  }
  return (drafts.length === 0 ? [first] : drafts).map((draft) => draft.finish())
}

interface Stores {
  readonly blocks: ReadonlyMap<string, JsonObject>
  readonly titles: ReadonlyMap<string, string>
  /** Ids of the blocks that a message has. */
  readonly used: Set<string>
}

/** The names of topics, which are in the stored state of the window: JSON in JSON. */
function titlesIn(storage: JsonObject): ReadonlyMap<string, string> {
  const state = object(unpacked(storage['persist:cherry-studio']))
  const { assistants, defaultAssistant } = object(unpacked(state['assistants']))
  const topics = [...objects(assistants), object(defaultAssistant)].flatMap((assistant) => objects(assistant['topics']))
  return new Map(
    topics.flatMap(({ id, name }) => (typeof id === 'string' && typeof name === 'string' ? [[id, name]] : [])),
  )
}

function unpacked(stored: JsonObject[string] | undefined) {
  return typeof stored === 'string' ? parseValue(stored) : stored
}

function readTopic({ messages, ...head }: JsonObject, { blocks, titles, used }: Stores): SessionDraft {
  const id = text(head['id']) ?? UNNAMED
  const draft = new SessionDraft('cherry-studio', id)
  draft.facts.name = text(head['name']) ?? titles.get(id)
  draft.keep(draft.record({ place: 'facts', raw: exactText(head) }), 'facts about the conversation')
  const questions = new Map<string, number>()
  // The question whose answers are read, and the answer that the conversation goes on from.
  let answered = ''
  let chosen = 0
  let last: number | null = null
  const seen = new Set<string>()
  for (const [index, value] of list(messages).entries()) {
    const json = object(value)
    const record = draft.record({ place: `message ${index + 1}`, raw: exactText(value) })
    const own = list(json['blocks']).flatMap((name) => {
      const block =
        typeof name === 'string' && !used.has(name) ? blocks.get(name) : isJsonObject(name) ? name : undefined
      if (block === undefined) return []
      if (typeof name === 'string') used.add(name)
      return [{ json: block, record: draft.record({ place: `block of message ${index + 1}`, raw: exactText(block) }) }]
    })
    const messageId = text(json['id']) ?? `import:${record}`
    if (seen.has(messageId)) {
      for (const one of [record, ...own.map((block) => block.record)]) draft.keep(one, 'duplicate id')
      continue
    }
    seen.add(messageId)
    const question = json['role'] === 'assistant' ? text(json['askId']) : null
    const asked = question === null ? undefined : questions.get(question)
    const node = draft.node(asked ?? last)
    // Other models answered the same question: the chosen answer is gone on from, else the first.
    if (asked === undefined || question !== answered || json['foldSelected'] === true) chosen = node
    answered = asked === undefined ? '' : (question ?? '')
    last = chosen
    if (json['role'] === 'user') questions.set(messageId, node)
    addCherryMessage(draft, node, { id: messageId, record, json, blocks: own })
  }
  draft.facts.active = last ?? undefined
  return draft
}
