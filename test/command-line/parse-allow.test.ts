import { expect, it } from 'vitest'

import { parseAllow, unknownToolProblem } from '../../src/main/command-line/parse-allow.ts'
import type { ToolList } from '../../src/shared/tool-list.ts'

const tool = (name: string, server: string | null = null) => ({ name, description: '', server })

const list: ToolList = {
  tools: [tool('bash'), tool('file_read'), tool('up__search', 'up')],
  servers: [
    { name: 'up', transport: 'stdio', state: 'running', message: '', tools: 1 },
    { name: 'not up', transport: 'stdio', state: 'starting', message: '', tools: 0 },
  ],
}

it.each([
  ['bash', null],
  ['bash:git *', null],
  ['file_*', null],
  ['*', null],
  ['up__search', null],
  ['up__later', null],
  ['not_up__*', null],
  ['not_*', null],
  ['network:registry.test', null],
  ['mail:3f2a *', null],
  ['nosuch', '--allow nosuch: there is no such tool. Tools: bash, file_read, up__*, not_up__*.'],
  ['Bash:ls', '--allow Bash: there is no such tool. Did you mean bash? Tools: bash, file_read, up__*, not_up__*.'],
  ['nosuch__*', '--allow nosuch__*: there is no such tool. Tools: bash, file_read, up__*, not_up__*.'],
])('--allow %s: %j', (value, problem) => {
  const parsed = parseAllow({ allow: [value] })
  expect(parsed.ok && unknownToolProblem(parsed.rules, list)).toBe(problem)
})
