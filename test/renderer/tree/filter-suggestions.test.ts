import { expect, it } from 'vitest'

import { filterSuggestions, withSuggestion } from '../../../src/renderer/tree/filter-suggestions.ts'
import { folderNames } from '../../../src/renderer/tree/folder-name.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const AGENTS = [
  agentSummary({
    choice: { provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'none' },
    folder: '/w/shop',
  }),
  agentSummary({ choice: { provider: 'openai', model: 'gpt-5', thinkingLevel: 'high' }, folder: '/w/my notes' }),
  agentSummary({ choice: null }),
]

it.each([
  ['', []],
  ['rounding', []],
  ['i', ['is:']],
  ['words p', ['provider:', 'project:']],
  ['-i', ['-is:']],
  ['is:k', ['is:killed']],
  ['is:killed', []],
  ['model:', ['model:claude-haiku-4-5', 'model:gpt-5']],
  ['is:idle -model:g', ['-model:gpt-5']],
  ['provider:o', ['provider:openai']],
  ['project:', ['project:shop', 'project:"my notes"']],
  ['cost:', []],
  ['constructor:', []],
])('goes on from %j with %j', (query, suggestions) => {
  expect(filterSuggestions(query, AGENTS)).toEqual(suggestions)
})

it('replaces the last word, and leaves room for another after a value', () => {
  expect(withSuggestion('fix mo', 'model:')).toBe('fix model:')
  expect(withSuggestion('fix -is:k', '-is:killed')).toBe('fix -is:killed ')
})

it('names folders by as much of their paths as tells them apart', () => {
  const names = (...paths: readonly string[]) => [...folderNames(paths).values()]
  expect(names('/code/shop', '/code/notes/')).toEqual(['shop', 'notes'])
  expect(names('/a/x/app', '/b/x/app', 'C:\\b\\app', '/')).toEqual(['a/x/app', 'b/x/app', 'b/app', '/'])
  expect(names('/app', '/b/app')).toEqual(['app', 'b/app'])
})
