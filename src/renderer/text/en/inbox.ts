/** The inbox. */
export const inbox = {
  title: 'Approval inbox',
  waiting: 'Waiting now',
  item: ({ tool, subject }: { tool: string; subject: string }) => `${tool}: ${subject}`,
  goToAgent: 'Go to agent',
  goTo: ({ agent }: { agent: string }) => `Go to agent: ${agent}`,
  nothing: 'Nothing needs your attention.',
  nothingHint:
    'When a tool needs permission to write, run or fetch something, its request appears here and in the agent’s pane.',
  settled: {
    recent: ({ answers }: { answers: number }) => `Recently answered (${answers})`,
    allowed: 'Allowed',
    denied: 'Denied',
    answered: 'Answered',
    withdrawn: 'Withdrawn: the turn was stopped',
    elsewhere: {
      allowed: 'Allowed in another window',
      denied: 'Denied in another window',
      answered: 'Answered in another window',
    },
  },
  interrupted: {
    title: 'Interrupted',
    state: 'interrupted',
    agent: ({ agent }: { agent: string }) => `${agent} was interrupted`,
    resumeAll: ({ agents }: { agents: number }) => `Resume all (${agents})`,
  },
  failed: {
    title: 'Failed',
    state: 'failed',
    agent: ({ agent }: { agent: string }) => `${agent} failed`,
    dismiss: 'Dismiss',
    dismissAll: ({ agents }: { agents: number }) => `Dismiss all (${agents})`,
    notKnown: 'The last turn failed. Its pane says why.',
    reason: ({ error, message }: { error: string; message: string }) => `${error}: ${message}`,
  },
  unread: {
    title: 'Unread results',
    state: 'finished',
    finished: ({ agent }: { agent: string }) => `${agent} has finished`,
    mark: 'Mark as read',
    markAll: ({ results }: { results: number }) => `Mark all as read (${results})`,
  },
}
