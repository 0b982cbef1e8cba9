import { describe, expect, it } from 'vitest'

import { fileGroups } from '../../../src/renderer/changes/file-groups.ts'
import type { ListedChange } from '../../../src/shared/file-changes.ts'

type Mark = 'own' | 'outside' | 'unsure'

function file(path: string, mark: Mark, after = path): ListedChange {
  const whose = mark === 'own' ? {} : mark === 'outside' ? { outside: true as const } : { unsure: true as const }
  return { path, status: 'modified', added: 1, removed: 1, contents: { before: '', after }, ...whose }
}

const changes = (agentId: string, files: readonly ListedChange[]) => ({
  agentId,
  scope: { type: 'agent' } as const,
  list: { folder: '/work', files, skipped: [], shared: false, unrecorded: [] },
})

/** Returns the groups as `owner: path(agent; writers)`. */
function shown(all: Parameters<typeof fileGroups>[0]): readonly string[] {
  return fileGroups(all).map(({ owner, files }) => {
    const name = owner.type === 'agent' ? owner.agentId : owner.type
    const each = files.map(({ file: { path }, agentId, writers }) => `${path}(${[agentId, ...writers].join(' ')})`)
    return `${name}: ${each.join(', ')}`
  })
}

describe('files are grouped by whose they are', () => {
  it('lists no file of one agent as another one’s, nor as changed outside', () => {
    const groups = shown([
      changes('a', [file('a.ts', 'own'), file('b.ts', 'outside')]),
      changes('b', [file('b.ts', 'own'), file('a.ts', 'outside')]),
    ])
    expect(groups).toEqual(['a: a.ts(a)', 'b: b.ts(b)'])
  })

  it('puts what is uncertain last, after what changed outside, and names who else changed it', () => {
    const groups = shown([
      changes('a', [file('x.ts', 'unsure'), file('y.ts', 'outside'), file('z.ts', 'own')]),
      changes('b', [file('x.ts', 'own')]),
    ])
    expect(groups).toEqual(['a: z.ts(a)', 'b: x.ts(b a)', 'outside: y.ts(a)', 'unsure: x.ts(a b)'])
  })

  it('lists the same uncertain change once, and different ones each', () => {
    const same = shown([changes('a', [file('x', 'unsure')]), changes('b', [file('x', 'unsure')])])
    expect(same).toEqual(['unsure: x(a b)'])
    const different = shown([changes('a', [file('x', 'unsure', '1')]), changes('b', [file('x', 'unsure', '2')])])
    expect(different).toEqual(['unsure: x(a b), x(b a)'])
  })

  it('makes one group of what differs from a commit', () => {
    const { list, ...rest } = changes('a', [file('x', 'own'), file('y', 'unsure')])
    const compared = { from: '1', to: null, commits: [], more: 0 }
    expect(shown([{ ...rest, list: { ...list, compared } }])).toEqual(['compared: x(a), y(a)'])
  })
})
