import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { treeRows } from '../../../src/renderer/store/tree-rows.ts'
import { DEEPEST_LINE, rowLines } from '../../../src/renderer/tree/row-lines.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const SIGNS = { wood: ['|', '├', '└'], sap: ['┃', '┣', '┗'] } as const

/** Draws the rows of a tree, given as each agent's parent by id. Thick lines are on the path to the chosen one. */
function drawn(parents: Readonly<Record<string, string | null>>, path: readonly string[] = []): readonly string[] {
  const agents = Object.entries(parents).map(([id, parentId], index) =>
    agentSummary({ id, parentId, createdAt: `2026-01-01T00:00:${String(index).padStart(2, '0')}.000Z` }),
  )
  const rows = treeRows(agents, new Set())
  return rowLines(rows, new Set(path)).map(({ passing, elbow, stem }, index) => {
    const columns = Array.from({ length: rows[index]?.depth ?? 0 }, () => ' ')
    for (const { depth, tone } of passing) columns[depth] = SIGNS[tone][0]
    if (elbow !== null)
      columns[elbow.depth] = SIGNS[elbow.tone][elbow.below === null ? 2 : 1] + (elbow.below === 'sap' ? '┃' : '')
    const node = stem === null ? 'o' : stem === 'sap' ? '●' : '•'
    return `${columns.join('')}${node} ${rows[index]?.agent.id ?? ''}`
  })
}

describe('rowLines', () => {
  const TREE = { a: null, b: 'a', c: 'b', d: 'b', e: 'a', f: 'e', g: null }

  it('joins each row to its parent, past what is between them', () => {
    expect(drawn(TREE)).toEqual(['• a', '├• b', '|├o c', '|└o d', '└• e', ' └o f', 'o g'])
  })

  it('marks the way from the root to the chosen row, and nothing beside it', () => {
    expect(drawn(TREE, ['a', 'b', 'd'])).toEqual(['● a', '┣● b', '|├┃o c', '|┗o d', '└• e', ' └o f', 'o g'])
    expect(drawn(TREE, ['a', 'e'])).toEqual(['● a', '├┃• b', '┃├o c', '┃└o d', '┗• e', ' └o f', 'o g'])
    expect(drawn(TREE, ['g'])).toEqual(drawn(TREE))
  })

  it('has an end for each branch that begins, in any tree', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), fc.nat(), (picks, chosen) => {
        const agents = picks.map((pick, index) =>
          agentSummary({
            id: `n${index}`,
            parentId: pick % (index + 1) === index ? null : `n${pick % (index + 1)}`,
            createdAt: new Date(index * 1000).toISOString(),
          }),
        )
        const rows = treeRows(agents, new Set())
        const at = chosen % agents.length
        const parentOf = new Map(agents.map(({ id, parentId }) => [id, parentId]))
        const path = new Set<string>()
        for (let id: string | null | undefined = `n${at}`; id != null; id = parentOf.get(id)) path.add(id)
        /** By depth: whether a branch comes from the row above. */
        let open: boolean[] = []
        for (const [index, { passing, elbow, stem }] of rowLines(rows, path).entries()) {
          const depth = rows[index]?.depth ?? 0
          const wanted = open.flatMap((isOpen, column) => (isOpen && column < depth - 1 ? [column] : []))
          expect(passing.map((line) => line.depth)).toEqual(wanted)
          expect(elbow === null ? 0 : elbow.depth + 1).toBe(depth > DEEPEST_LINE ? 0 : depth)
          const isOnPath = path.has(rows[index]?.agent.id ?? '')
          expect(elbow?.tone === 'sap' && !isOnPath).toBe(false)
          open = open.slice(0, depth)
          if (elbow !== null) open[elbow.depth] = elbow.below !== null
          if (stem !== null) open[depth] = true
        }
        expect(open.some(Boolean)).toBe(false)
      }),
    )
  })

  it('draws no line beyond the deepest indentation, in a chain of ten thousand', () => {
    const chain = Array.from({ length: 10_000 }, (_, index) =>
      agentSummary({ id: `n${index}`, parentId: index === 0 ? null : `n${index - 1}` }),
    )
    const lines = rowLines(treeRows(chain, new Set()), new Set())
    expect(lines.filter(({ elbow }) => elbow !== null)).toHaveLength(DEEPEST_LINE)
    expect(lines.every(({ passing }) => passing.length === 0)).toBe(true)
  })
})
