import { plural } from './plural.ts'

const paneCount = ({ panes }: { panes: number }) => plural(panes, { one: '1 pane', other: `${panes} panes` })

/** The panes of agents, their headers, tabs and overview, and background commands. */
export const pane = {
  label: ({ agent }: { agent: string }) => `Agent ${agent}`,
  dropFiles: ({ agent }: { agent: string }) => `Drop to attach to ${agent}`,
  noModel: 'no model',
  rerun: {
    label: 'Rerun',
    cutOff: 'This rerun has not ended.',
    failed: 'A turn of this rerun failed.',
    resume: 'Resume rerun',
  },
  home: {
    label: 'Where the agent runs',
    runsAt: ({ home }: { home: string }) => `Runs at ${home}. A prompt waits there until a user of that home sends it.`,
    lastHere: ({ time }: { time: string }) => `That home last used the database on ${time}.`,
  },
  resize: 'Resize panes',
  more: ' more',
  morePanes: 'More panes',
  panes: paneCount,
  closed: ({ panes }: { panes: number }) => `Closed ${paneCount({ panes })}.`,
  tabs: 'Panes',
  header: {
    outside: ({ program }: { program: string }) => `${program} · outside`,
    notReported: ({ program }: { program: string }) => `${program} does not report its context and costs`,
    it: 'It',
    folder: ({ path, folder }: { path: string; folder: string }) => `${path}\nWorking folder: ${folder}`,
    showAll: 'Show all panes',
    maximise: 'Maximise pane',
  },
  background: {
    label: 'Background commands',
    caption: 'Running in the background',
    since: ({ time }: { time: string }) => `since ${time}`,
    hide: 'Hide output',
    show: 'Show output',
    restart: 'Restart',
    stop: 'Stop',
    output: 'Output',
    nothing: 'Nothing printed yet',
  },
  overview: {
    title: 'Overview',
    filter: 'Filter open agents',
    none: 'No open panes.',
    noMatch: 'No open agents match.',
    agents: 'Open agents',
    keys: 'Enter goes to an agent · Delete closes its pane',
  },
  split: {
    right: 'Split right',
    down: 'Split down',
    search: 'Search agents',
    newAgents: 'New',
    fork: 'Fork of this agent…',
    agents: 'Agents',
  },
}
