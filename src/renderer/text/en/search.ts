import { plural } from './plural.ts'

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
