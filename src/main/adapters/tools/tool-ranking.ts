import MiniSearch from 'minisearch'

import type { ToolDefinition } from '../../../shared/content.ts'
import { isJsonObject } from '../../../shared/json.ts'
import type { RankTools } from '../../core/ports/tool-ports.ts'

/** Fields in which words are searched, with their weights. */
const WEIGHTS = { name: 4, description: 2, parameters: 1 } as const
/** Words of a query that are read. */
const MAX_WORDS = 40

interface Index {
  readonly definitions: readonly ToolDefinition[]
  readonly search: MiniSearch
}

/** Creates the ranking of tools by the words of their names, descriptions and parameters (BM25). The index is kept. */
export function createToolRanking(): RankTools {
  let index: Index | null = null
  return (query, tools) => {
    const definitions = tools.map(({ definition }) => definition)
    if (index === null || !isSame(index.definitions, definitions)) index = { definitions, search: indexOf(definitions) }
    const words = wordsOf(query).slice(0, MAX_WORDS).join(' ')
    return index.search.search(words).flatMap(({ id }) => tools[Number(id)] ?? [])
  }
}

function isSame(known: readonly ToolDefinition[], definitions: readonly ToolDefinition[]): boolean {
  return known.length === definitions.length && known.every((definition, at) => definition === definitions[at])
}

function indexOf(definitions: readonly ToolDefinition[]): MiniSearch {
  const search = new MiniSearch({
    fields: Object.keys(WEIGHTS),
    tokenize: wordsOf,
    processTerm: (word) => (COMMON.has(word) ? null : word),
    searchOptions: {
      boost: WEIGHTS,
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    },
  })
  search.addAll(definitions.map((definition, id) => ({ id, ...definition, parameters: parameterText(definition) })))
  return search
}

/** The names and descriptions of the parameters. */
function parameterText({ parameters: { properties } }: ToolDefinition): string {
  if (!isJsonObject(properties)) return ''
  const texts = Object.entries(properties).map(([name, schema]) => {
    const description = isJsonObject(schema) ? schema['description'] : ''
    return typeof description === 'string' ? `${name} ${description}` : name
  })
  return texts.join(' ')
}

/** The words of a text in small letters: `createIssue` and `create_issue` are two words each. */
function wordsOf(text: string): string[] {
  const parted = text.replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
  return parted.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

const COMMON = new Set('a an and are as at be by for from in into is it its of on or that the this to with'.split(' '))
