import { plural } from './plural.ts'

const below = ({ agents, descendants }: { agents: number; descendants: number }) =>
  `${plural(descendants, { one: 'the agent', other: `the ${descendants} agents` })} below ${plural(agents, { one: 'it', other: 'them' })}`

const stays = ({ agents }: { agents: number }) =>
  `${plural(agents, { one: 'The conversation stays', other: 'The conversations stay' })} in the log and can still be read, searched and exported.`

/** The tree of agents. */
export const tree = {
  title: 'Agents',
  empty: 'No agents yet.',
  filter: 'Filter agents',
  filterPlaceholder: 'Filter',
  suggestions: 'Filter suggestions',
  filterHelp:
    'Words of a name, the start of an ID, is:running, is:archived, model:opus, project:shop, cost:>1, after:2026-11-01, -is:idle',
  running: ({ agents }: { agents: number }) => `${agents} running`,
  waiting: ({ agents }: { agents: number }) => `${agents} waiting`,
  matches: ({ agents }: { agents: number }) => plural(agents, { one: `${agents} match`, other: `${agents} matches` }),
  updateOrder: 'Update order',
  noMatches: 'No agents match.',
  clearFilter: 'Clear filter',
  searchAll: 'Search all text…',
  archive: 'Archive',
  morePath: ({ agents }: { agents: number }) => `… ${agents} more …`,
  row: {
    unreadResult: 'unread result',
    column: ({ letter }: { letter: string }) => `column ${letter}`,
    version: ({ version, versions }: { version: number; versions: number }) => `version ${version} of ${versions}`,
    showVersion: 'Show one version',
    showVersions: 'Show all versions',
    versionBefore: 'Previous version',
    versionAfter: 'Next version',
    new: 'new',
    needsYou: 'needs you',
    needsYouBelow: 'an agent below it needs you',
    attempts: ({ done, of }: { done: number; of: number }) => `${done} of ${of} done`,
    kinds: {
      conversation: 'fork',
      answer: 'compared answer',
      judge: 'judge',
      merge: 'merged from answers',
      attempt: 'attempt',
      task: 'task',
      subagent: 'sub-agent',
    },
    pinned: 'pinned',
    archived: 'archived',
    worktreeSpoken: ({ branch }: { branch: string }) => `own worktree ${branch}`,
    unread: ({ mails }: { mails: number }) => `${mails} unread`,
    queued: ({ prompts }: { prompts: number }) => `${prompts} queued`,
    costBelow: ({ own, subtree }: { own: string; subtree: string }) => `${own}, ${subtree} with the agents below it`,
  },
  menu: {
    label: 'Agent menu',
    show: 'Open',
    beside: 'Open in new pane',
    pin: 'Pin',
    unpin: 'Unpin',
    archive: 'Archive',
    unarchive: 'Unarchive',
    readMail: 'Read mail',
    noneUnread: 'none unread',
    wakeOnMail: 'Start a turn when mail arrives',
    on: 'on',
    off: 'off',
  },
  selection: {
    label: 'Selected agents',
    oneMore: 'Select one more to compare',
    compare: ({ agents }: { agents: number }) => `Compare ${agents} agents`,
    open: ({ agents }: { agents: number }) => `Open ${agents}`,
    archive: ({ agents }: { agents: number }) => `Archive ${agents}`,
    unarchive: ({ agents }: { agents: number }) => `Unarchive ${agents}`,
    pin: ({ agents }: { agents: number }) => `Pin ${agents}`,
    unpin: ({ agents }: { agents: number }) => `Unpin ${agents}`,
    stop: ({ agents }: { agents: number }) => `Stop ${agents}`,
    kill: ({ agents }: { agents: number }) => `Kill ${agents}…`,
    clear: 'Clear',
  },
  kill: {
    title: ({ agent }: { agent: string }) => `Kill “${agent}”?`,
    titleMany: ({ agents }: { agents: number }) => `Kill ${agents} agents?`,
    about: ({ names, agents }: { names: string; agents: number }) =>
      `This ends ${names} permanently. ${stays({ agents })}`,
    aboutBelow: ({ names, agents, descendants }: { names: string; agents: number; descendants: number }) =>
      `This ends ${names} and ${below({ agents, descendants })} permanently. ${stays({ agents })}`,
    submit: 'Kill',
  },
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

/** The search over all agents. */
export const search = {
  label: 'Search everything',
  placeholder: 'Search all agents',
  results: 'Results',
  searchOlder: 'Search older events',
  showOlder: 'Show older',
  about: 'Searches every event of every agent.',
  searching: 'Searching…',
  noneAmongNewest: 'No results among the newest events',
  matches: ({ hits }: { hits: number }) =>
    plural(hits, { one: '1 match, newest first', other: `${hits} matches, newest first` }),
  matchesSoFar: ({ hits }: { hits: number }) =>
    plural(hits, { one: '1+ match, newest first', other: `${hits}+ matches, newest first` }),
  kinds: {
    user: 'You',
    assistant: 'Answer',
    tool_result: 'Tool result',
    tool_call: 'Tool call',
    mail: 'Mail',
    summary: 'Summary',
    system: 'System prompt',
    command: 'Command',
  },
  alsoIn: ({ agents }: { agents: string }) => `also in ${agents}`,
  inNoContext: 'not in any context',
}
