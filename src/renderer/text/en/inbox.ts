/** The inbox. */
export const inbox = {
  unread: {
    title: 'Unread results',
    state: 'finished',
    finished: ({ agent }: { agent: string }) => `${agent} has finished`,
    mark: 'Mark as read',
    markAll: ({ results }: { results: number }) => `Mark all as read (${results})`,
  },
}
