import type { JsonObject } from '../../../../src/shared/json.ts'
import { contentBlocks } from '../conversation-prefix.ts'
import { objectOf, objectsOf, textOf } from '../read-json.ts'
import type { RuleSubject } from './rule.ts'

/** A message as the API interprets it: neighbours of the same role are one (docs/behaviour/providers.md#strictness). */
export interface MergedMessage {
  /** Index of its first part in the request. */
  readonly index: number
  readonly role: string
  readonly blocks: readonly JsonObject[]
}

export function mergedMessages({ request }: RuleSubject): readonly MergedMessage[] {
  const merged: MergedMessage[] = []
  objectsOf(request.body['messages']).forEach((message, index) => {
    const role = textOf(message['role'])
    const blocks = contentBlocks(message['content'])
    const last = merged.at(-1)
    if (last !== undefined && last.role === role)
      merged[merged.length - 1] = { ...last, blocks: [...last.blocks, ...blocks] }
    else merged.push({ index, role, blocks })
  })
  return merged
}

export function blocksOfType(message: MergedMessage | undefined, type: string): readonly JsonObject[] {
  return (message?.blocks ?? []).filter((block) => block['type'] === type)
}

export function isThinking(block: JsonObject): boolean {
  return block['type'] === 'thinking' || block['type'] === 'redacted_thinking'
}

/** Returns the requested thinking mode; models that think by default do so if the field is missing. */
export function thinkingMode({ request }: RuleSubject): string {
  return textOf(objectOf(request.body['thinking'])['type']) || 'missing'
}

/** Returns every block of the conversation with its position in the request. */
export function eachBlock(subject: RuleSubject): readonly PlacedBlock[] {
  return objectsOf(subject.request.body['messages']).flatMap((message, i) => {
    const role = textOf(message['role'])
    return contentBlocks(message['content']).map((block, j) => ({ i, j, role, block }))
  })
}

export interface PlacedBlock {
  readonly i: number
  readonly j: number
  readonly role: string
  readonly block: JsonObject
}
