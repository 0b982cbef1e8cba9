import { plural } from './plural.ts'

/** The first start, and the window without a pane. */
export const start = {
  title: 'Ask several models at once.',
  lead: 'ikigai keeps a tree of conversations, each with a model of its own. There are three ways to start.',
  demo: {
    title: 'Try the demo',
    about: 'Scripted conversations in a database of their own. Needs no key and no network.',
    start: 'Start the demo',
  },
  key: {
    title: 'Add an API key',
    label: 'API key',
    placeholder: 'Paste a key',
    provider: 'Provider of the key',
    noProvider: 'Provider…',
    chooseProvider: 'Choose the provider of this key.',
    save: 'Save',
  },
  local: {
    title: 'Use a local model',
    looking: 'Looking for local servers…',
    none: 'No local server found. Start Ollama, LM Studio, llama.cpp or vLLM.',
    server: ({ name, models }: { name: string; models: number }) =>
      `${name} · ${plural(models, { one: '1 model', other: `${models} models` })}`,
    use: 'Use',
    useServer: ({ name }: { name: string }) => `Use ${name}`,
    enterAddress: 'Enter an address…',
  },
  noPane: {
    title: 'No pane is open.',
    about: 'Choose an agent in the tree, or create one.',
    titleWithoutAgents: 'Nothing here yet.',
    aboutAgents:
      'An agent is a conversation with its own model. Fork it to continue the conversation with another model.',
    newAgent: 'New agent',
    reopen: ({ panes }: { panes: number }) => plural(panes, { one: 'Reopen 1 pane', other: `Reopen ${panes} panes` }),
    paletteKeys: ({ keys }: { keys: string }) => `${keys} shows all commands.`,
  },
}
