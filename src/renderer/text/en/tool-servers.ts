import { plural } from './plural.ts'

/** Settings › MCP servers. */
export const toolServers = {
  none: 'No servers yet.',
  add: 'Add server',
  server: ({ name }: { name: string }) => `Server ${name}`,
  removed: ({ name }: { name: string }) => `Server ${name} removed`,
  switchedOff: 'off',
  useServer: ({ name }: { name: string }) => `Use ${name}`,
  restart: 'Restart',
  restartServer: ({ name }: { name: string }) => `Restart ${name}`,
  ofPlugins: 'Servers of plugins',
  states: {
    off: 'starts when an agent needs it',
    starting: 'starting…',
    running: 'running',
    waiting: 'failed',
  },
  signInNeeded: 'sign-in needed',
  leftOut: 'Left out of its list',
  tools: ({ tools }: { tools: number }) => plural(tools, { one: '1 tool', other: `${tools} tools` }),
  form: { title: 'New server', name: 'Name of the server', json: 'The server, as JSON' },
  jsonHint: ({ hidden }: { hidden: string }) =>
    `A program: command, args, env, cwd. An address: url, headers. Values shown as ${hidden} stay as they are.`,
  kind: 'Kind',
  kinds: { program: 'Program', address: 'Address' },
  folder: 'Folder',
  folderPlaceholder: 'Workspace',
  inSandbox: 'Run in the sandbox',
  address: 'Address',
  headers: {
    label: 'Headers',
    add: 'Add header',
    remove: ({ place }: { place: number }) => `Remove header ${place}`,
    nameOf: ({ place }: { place: number }) => `Name of header ${place}`,
    valueOf: ({ place }: { place: number }) => `Value of header ${place}`,
  },
  hiddenValues: ({ hidden }: { hidden: string }) => `Values shown as ${hidden} stay as they are.`,
  paste: {
    title: 'Paste configuration',
    label: 'Configuration',
    hint: 'A block “mcpServers”, as in the documentation of a server or in the file of another program.',
    add: 'Add servers',
    taken: ({ names }: { names: string }) => `There is already a server called ${names}. Rename it in the text.`,
    empty: ({ example }: { example: string }) => `There is no server in it. Paste a block such as ${example}.`,
    wrongForm: ({ server }: { server: string }) =>
      `${server}: needs a command (with args, env and cwd as text) or a url (with headers).`,
    unknownKeys: ({ server, keys }: { server: string; keys: string }) =>
      `${server}: has keys that ikigai does not know: ${keys}.`,
  },
  signIn: {
    begin: 'Sign in…',
    signOut: 'Sign out',
    done: ({ server }: { server: string }) => `Signed in to ${server}`,
    title: ({ server }: { server: string }) => `Sign in to ${server}`,
    about: ({ server, issuer, permissions }: { server: string; issuer: string; permissions: string }) =>
      `${server} asks you to sign in at ${issuer}. Permissions: ${permissions}.`,
    serverChooses: 'those that the server chooses',
    openPage: 'Open page',
    lastPage: 'Address of the last page',
    lastPageHint: 'Only if the browser is on another machine and cannot open its last page.',
  },
}
