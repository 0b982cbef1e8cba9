import { expect, it } from 'vitest'

import { createToolRanking } from '../../../src/main/adapters/tools/tool-ranking.ts'

const tool = (name: string, description: string, properties = {}) => ({
  definition: { name, description, parameters: { type: 'object', properties } },
})
const TOOLS = [
  tool('github__create_issue', 'Opens a new issue in a repository.', { repo: { description: 'owner/name' } }),
  tool('github__listIssues', 'Returns the issues of a repository.'),
  tool('mail__send', 'Sends a message to a user.', { attachment: { type: 'string' } }),
  tool('weather__forecast', 'Says how warm it will be.', { city: { type: 'string' } }),
]

const rank = createToolRanking()
const found = (query: string, tools = TOOLS) => rank(query, tools).map(({ definition }) => definition.name)

it.each([
  ['create issue', 'github__create_issue'],
  ['github__listIssues', 'github__listIssues'],
  ['list the issues', 'github__listIssues'],
  ['send a mesage', 'mail__send'],
  ['attachments', 'mail__send'],
  ['fore', 'weather__forecast'],
  ['weather in the city', 'weather__forecast'],
])('%s is found as %s', (query, name) => {
  expect(found(query)[0]).toBe(name)
})

it('nothing is found for other words, or for none', () => {
  expect(found('zebra')).toEqual([])
  expect(found('the')).toEqual([])
  expect(found('  ')).toEqual([])
  expect(found('send', [])).toEqual([])
})

it('other tools are indexed anew', () => {
  expect(found('send')).toEqual(['mail__send'])
  expect(found('send', TOOLS.slice(0, 2))).toEqual([])
  expect(found('send')).toEqual(['mail__send'])
})
