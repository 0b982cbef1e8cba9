import type { Layout } from '../../../src/renderer/store/layout.ts'

/** A window with these columns of agents, given by their ids. */
export function benchLayout(columns: string[][]): Layout {
  return {
    columns,
    focused: columns[0]?.[0] ?? null,
    maximised: null,
    recent: [],
    sizes: {},
    treeVisible: true,
    treeWidth: null,
    collapsed: [],
    grouping: 'none',
    filters: [],
    closed: [],
  }
}

/** The items spread over so many columns, row by row. */
export function inColumns<Item>(items: readonly Item[], count: number): Item[][] {
  return Array.from({ length: count }, (_, column) => items.filter((_item, index) => index % count === column))
}
