/** The help. */
export const help = {
  title: 'Help',
  contents: 'Contents',
  page: 'Page of the help',
  search: 'Search the help',
  results: 'Results',
  back: 'Back',
  /** Said once where the window has another language. */
  language: 'The pages of the help are in English.',
  groups: { start: 'Start', use: 'Use', reference: 'Reference', behaviour: 'How it works' },
  tour: {
    title: 'Tour',
    start: 'Take the tour',
    close: 'Close tour',
    more: 'More',
    done: ' (done)',
    allDone: 'All five are done. The help has the rest.',
    acts: {
      prompt: { title: 'Send a prompt', how: 'Write something in the prompt box, and press Enter.' },
      fork: {
        title: 'Fork with another model',
        how: 'Press Fork… in the header of a pane and choose another model. The fork knows the conversation so far.',
      },
      compare: {
        title: 'Compare',
        how: 'Add a model with + in the prompt box and send, or choose agents in the tree and press Compare.',
      },
      rewind: {
        title: 'Mark and go back',
        how: 'Send /mark start, say something more, then send /clear start: the model forgets what came after it.',
      },
      decide: {
        title: 'Adopt or merge',
        how: 'In a comparison, press Adopt on one answer, or merge the answers into one.',
      },
    },
  },
  /** Of an error; the heading of the section. */
  about: ({ subject }: { subject: string }) => `Help: ${subject}`,
}
