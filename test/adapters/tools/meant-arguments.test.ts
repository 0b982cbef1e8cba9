import { describe, expect, it } from 'vitest'

import { meantArguments } from '../../../src/main/adapters/tools/meant-arguments.ts'
import type { JsonObject } from '../../../src/shared/json.ts'

const PARAMETERS: JsonObject = {
  properties: {
    path: { type: 'string' },
    command: { type: 'string' },
    old_string: { type: 'string' },
    limit: { type: 'integer' },
    replace_all: { type: 'boolean' },
  },
}

describe('the arguments that a model meant', () => {
  it.each<[JsonObject, JsonObject]>([
    [{ file_path: 'a' }, { path: 'a' }],
    [{ filePath: 'a' }, { path: 'a' }],
    [{ cmd: 'ls' }, { command: 'ls' }],
    [{ oldString: 'a' }, { old_string: 'a' }],
    [{ 'Old-String': 'a' }, { old_string: 'a' }],
    [{ limit: '5' }, { limit: 5 }],
    [{ limit: ' 12 ' }, { limit: 12 }],
    [{ replace_all: 'True' }, { replace_all: true }],
    [{ command: 5 }, { command: '5' }],
    [{ path: 'a', file_path: 'a' }, { path: 'a' }],
    [{ path: 'a', limit: null }, { path: 'a' }],
  ])('are understood: %j', (given, args) => {
    expect(meantArguments(given, PARAMETERS)).toEqual({ ok: true, args, ignored: [] })
  })

  it.each<[JsonObject, JsonObject, readonly string[]]>([
    [{ path: 'a', dry_run: true }, { path: 'a' }, ['dry_run']],
    [{ limit: 'five' }, { limit: 'five' }, []],
    [{ replace_all: 'yes' }, { replace_all: 'yes' }, []],
    [{ command: ['ls'] }, { command: ['ls'] }, []],
    [{ limit: '1e3' }, { limit: '1e3' }, []],
  ])('are left to the schema, or ignored, where they are not: %j', (given, args, ignored) => {
    expect(meantArguments(given, PARAMETERS)).toEqual({ ok: true, args, ignored })
  })

  it('are refused where two names of one argument have different values', () => {
    expect(meantArguments({ path: 'a', file_path: 'b' }, PARAMETERS)).toMatchObject({ ok: false })
  })
})
