import { plural } from './plural.ts'

/** The dialogs about one agent: folder, mark, name, rewind, sandbox, system prompt, and new agents of a kind. */
export const agentDialogs = {
  folder: {
    title: ({ agent }: { agent: string }) => `Working folder of “${agent}”`,
    caption:
      'Commands run in this folder. Reading its files needs no approval. Agents forked from this one use it, too.',
    wideCaption: ({ warning }: { warning: string }) =>
      `Commands run here. ${warning} Agents forked from this one use it, too.`,
    label: 'Folder',
    workspace: '(the workspace)',
    chosenFor: ({ agent }: { agent: string }) => `(chosen for “${agent}”)`,
    choose: 'Choose…',
    useWorkspace: 'Use workspace',
    useParent: 'Use parent’s folder',
    submit: 'Set folder',
  },
  takeOver: {
    menu: 'Take over…',
    title: ({ agent }: { agent: string }) => `Take over “${agent}”`,
    caption: ({ home }: { home: string }) =>
      `This agent runs at ${home}. Taken over, it runs here, with your keys, rules and programs; agents below it that run there come along. What was allowed there is not allowed here.`,
    label: 'Folder in which it works here',
    workspace: 'the workspace',
    choose: 'Choose…',
    submit: 'Take over',
  },
  sandbox: {
    label: 'Sandbox for commands',
    inherited: 'Same as its parent, or as set in Settings',
    fromProfile: ({ profile }: { profile: string }) => `From its profile “${profile}”`,
  },
  mark: {
    title: 'Set mark',
    label: 'Name of the mark (to rewind to it or fork from it later)',
    placeholder: 'BEFORE_THE_PLAN',
  },
  rename: { title: 'Rename agent', label: 'Agent name', submit: 'Rename' },
  redact: {
    menu: 'Redact…',
    titleOfMessage: 'Redact this message?',
    titleOfAgent: ({ agent }: { agent: string }) => `Redact “${agent}”?`,
    lost: ({ what }: { what: string }) => `This removes the content of ${what}.`,
    messages: ({ messages }: { messages: number }) =>
      plural(messages, { one: '1 message', other: `${messages} messages` }),
    files: ({ files }: { files: number }) =>
      plural(files, { one: '1 attached file', other: `${files} attached files` }),
    mail: ({ mail }: { mail: number }) => plural(mail, { one: '1 mail', other: `${mail} mails` }),
    queued: ({ prompts }: { prompts: number }) =>
      plural(prompts, { one: '1 queued prompt', other: `${prompts} queued prompts` }),
    draft: 'the text in the prompt box',
    heirs: ({ agents }: { agents: number }) =>
      plural(agents, {
        one: 'The agent below it loses what it inherits of it.',
        other: `The ${agents} agents below it lose what they inherit of it.`,
      }),
    forGood:
      'It is removed from the log, the search, all contexts and the files of the database. This cannot be undone. The log keeps when it was done, and why.',
    reason: 'Reason (optional)',
    /** Typed to confirm. */
    word: 'redact',
    confirm: ({ word }: { word: string }) => `Type “${word}” to confirm`,
    submit: 'Redact',
    running: 'Redacting…',
    done: ({ messages }: { messages: number }) =>
      plural(messages, { one: '1 message was redacted.', other: `${messages} messages were redacted.` }),
    keptOutput: ({ path }: { path: string }) => `${path} could not be deleted. Delete it yourself.`,
    backup: ({ folder }: { folder: string }) =>
      `The scheduled backup in ${folder} contains it until the next backup is made. Settings, Database makes one now.`,
    otherCopies: 'Other backups and exports that you made may contain it. Change a password or key in any case.',
  },
  rewind: {
    title: ({ agent }: { agent: string }) => `Rewind “${agent}”`,
    placeholder: 'Rewind to…',
    marks: 'Rewind to a mark',
    noMarks: 'No marks yet. Type /mark NAME to set one.',
    everything: 'Everything',
    clear: 'Clear the whole context',
    undo: 'Undo the last clear, rewind or compress',
  },
  system: {
    title: ({ agent }: { agent: string }) => `System prompt of “${agent}”`,
    label: 'Instructions that every request begins with',
    submit: 'Save',
  },
  profile: { title: 'New agent with profile', placeholder: 'Search profiles', group: 'Profiles' },
  outside: {
    title: 'New outside agent',
    lead: 'A program such as Claude Code answers in place of a model, with your own login. It runs outside the sandbox and keeps its own context.',
    searching: 'Looking for programs…',
    noAnswer: 'The engine did not answer. Try again.',
    addOther: 'Add another program…',
    start: 'New agent',
    startWith: ({ program }: { program: string }) => `New agent with ${program}`,
    add: 'Add and start',
    addProgram: ({ program }: { program: string }) => `Add ${program} and start it`,
    noNpx: 'Not found: npx, which fetches and starts it. Install Node.js from nodejs.org, then restart ikigai.',
    notFound: ({ command }: { command: string }) =>
      `Not found: ${command}. Install it, or correct its command in Settings, Outside agents.`,
  },
}
