import type { JsonObject } from '../../../../src/shared/json.ts'
import { isJsonObject } from '../../../../src/shared/json.ts'
import { contentBlocks, withoutMarks } from '../conversation-prefix.ts'
import { countTokens } from '../estimate-usage.ts'
import { objectsOf, textOf } from '../read-json.ts'
import { digest } from '../seal.ts'
import type { SimulatorRequest } from '../simulator-request.ts'
import type { EntryLifetime } from './cache-usage.ts'

/** One part of a request in the order in which a cache compares it. */
export interface CachedBlock {
  /** Digest of everything up to the end of this block. */
  readonly prefix: string
  /** Tokens up to the end of this block. */
  readonly tokens: number
  /** The mark on the block; null: none. */
  readonly mark: EntryLifetime | null
}

/** Parts of a request, and the settings that a cache compares before them. */
interface Section {
  readonly settings: unknown
  readonly blocks: readonly JsonObject[]
}

/** Returns the blocks of a request as its provider's cache sees them. */
export function cachedBlocks(request: SimulatorRequest): readonly CachedBlock[] {
  const blocks: CachedBlock[] = []
  let prefix = ''
  let tokens = 0
  for (const { settings, blocks: own } of sectionsOf(request)) {
    prefix = digest(`${prefix} ${JSON.stringify(settings)}`)
    for (const block of own) {
      const bytes = withoutMarks(JSON.stringify(block))
      prefix = digest(`${prefix} ${bytes}`)
      tokens += countTokens(bytes)
      blocks.push({ prefix, tokens, mark: markOn(block) })
    }
  }
  const { cache_control: automatic } = request.body
  const last = blocks.at(-1)
  if (last === undefined || !isJsonObject(automatic)) return blocks
  return [...blocks.slice(0, -1), { ...last, mark: last.mark ?? lifetimeOf(automatic) }]
}

/** Settings stand before the first section that a change of them invalidates. */
function sectionsOf({ wire, model, body }: SimulatorRequest): readonly Section[] {
  switch (wire) {
    case 'anthropic': {
      const { thinking, tool_choice, output_config, speed } = body
      return [
        { settings: [model], blocks: objectsOf(body['tools']) },
        { settings: [speed], blocks: contentBlocks(body['system'] ?? []) },
        { settings: [thinking, tool_choice, output_config], blocks: said(body['messages']) },
      ]
    }
    case 'responses': {
      const { reasoning, text, service_tier, instructions = '' } = body
      const settings = [model, reasoning, text, service_tier, instructions]
      const first = { type: 'instructions', instructions }
      return [{ settings, blocks: [...objectsOf(body['tools']), first, ...inputBlocks(objectsOf(body['input']))] }]
    }
    case 'chat':
      return [
        { settings: [model, body['reasoning']], blocks: [...objectsOf(body['tools']), ...said(body['messages'])] },
      ]
    case 'gemini': {
      const system = isJsonObject(body['systemInstruction']) ? [body['systemInstruction']] : []
      const blocks = [...objectsOf(body['tools']), ...system, ...said(body['contents'])]
      return [{ settings: [model], blocks }]
    }
  }
}

/** The blocks of messages with their roles; what a message holds besides its content is a block too. */
function said(messages: JsonObject[string] | undefined): readonly JsonObject[] {
  return objectsOf(messages).flatMap(({ role = '', content, parts, ...others }) => {
    const blocks = parts === undefined ? contentBlocks(content ?? undefined) : objectsOf(parts)
    const rest = Object.keys(others).length === 0 ? [] : [others]
    return [...blocks, ...rest].map((block) => ({ ...block, of: role }))
  })
}

function markOn(block: JsonObject): EntryLifetime | null {
  const { cache_control: mark, prompt_cache_breakpoint: breakpoint } = block
  if (isJsonObject(breakpoint)) return breakpoint['ttl'] === '12h' ? '12h' : '30m'
  return isJsonObject(mark) ? lifetimeOf(mark) : null
}

/** The items of a Responses request; the parts of those that have some are blocks of their own. */
function inputBlocks(items: readonly JsonObject[]): readonly JsonObject[] {
  return items.flatMap((item) => {
    const { content, output, ...rest } = item
    const parts = objectsOf(Array.isArray(content) ? content : Array.isArray(output) ? output : [])
    return parts.length === 0 ? [item] : parts.map((part) => ({ ...part, of: rest }))
  })
}

function lifetimeOf(mark: JsonObject): EntryLifetime {
  return textOf(mark['ttl']) === '1h' ? '1h' : '5m'
}
