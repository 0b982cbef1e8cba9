import { plural } from './plural.ts'

/** The tree of agents. */
export const tree = {
  unreadResult: 'unread result',
  groupBy: 'Group agents',
  groupings: { none: 'No groups', folder: 'By folder', date: 'By date' },
  groups: {
    pinned: 'Pinned',
    archive: 'Archive',
    today: 'Today',
    yesterday: 'Yesterday',
    lastWeek: 'Last 7 days',
    older: 'Older',
    noFolder: 'Folder not known',
  },
  agents: ({ agents }: { agents: number }) => plural(agents, { one: '1 agent', other: `${agents} agents` }),
  savedFilters: {
    list: 'Saved filters',
    save: 'Save filter',
    remove: ({ filter }: { filter: string }) => `Remove filter ${filter}`,
  },
}
