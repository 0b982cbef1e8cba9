import { BUILT_IN_PROFILE_TEXT } from '../../../shared/profile.ts'
import type { BUILT_IN_TOOLS } from '../../../shared/built-in-tools.ts'
import { SKILL_TOOL } from '../../../shared/skill.ts'
import { CALL_TOOL, FIND_TOOLS } from '../../../shared/tool-search.ts'
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

/** Settings › Tools and approvals. */
export const toolPermissions = {
  loading: 'Loading tools; servers may take a moment to start…',
  tools: 'Tools',
  about: {
    ask: 'Asks you a question with choices',
    bash: 'Runs a command in the folder',
    [CALL_TOOL]: 'Calls a tool that was found by a search',
    file_edit: 'Replaces text in a file',
    file_read: 'Reads a file',
    file_write: 'Writes a whole file',
    [FIND_TOOLS]: 'Searches the tools of servers',
    glob: 'Finds files by their names',
    grep: 'Searches the text of files',
    [SKILL_TOOL]: 'Loads a skill',
    slash: 'Forks agents, sends mail and runs other commands of the prompt box',
    web_fetch: 'Fetches a page from the web',
  } satisfies Readonly<Record<keyof typeof BUILT_IN_TOOLS, string>>,
  permissionFor: ({ tool }: { tool: string }) => `Permission for ${tool}`,
  usual: 'Default',
  editor: 'Editor',
  editorHint: 'Opens the file. Must be a program with a window.',
  saved: 'Saved approvals',
  noneSaved: 'None yet. “This agent”, “Its subtree” and “Always” in an approval request save one.',
  rules: {
    allow: ({ scope }: { scope: string }) => `allowed for ${scope}`,
    ask: ({ scope }: { scope: string }) => `asks first for ${scope}`,
    deny: ({ scope }: { scope: string }) => `denied for ${scope}`,
    outside: ({ scope }: { scope: string }) => `allowed for ${scope}, also outside the sandbox`,
  },
  everyAgent: 'every agent',
  workingIn: ({ scope, folder }: { scope: string; folder: string }) => `${scope}, only while working in ${folder}`,
  withDescendants: ({ agent }: { agent: string }) => `${agent} and its descendants`,
  revoke: 'Revoke',
  revokeRule: ({ rule, scope }: { rule: string; scope: string }) => `Revoke: ${rule}, for ${scope}`,
  revoked: ({ rule }: { rule: string }) => `Revoked: ${rule}`,
}

/** Settings › Outside agents. */
export const outsideAgents = {
  none: 'No outside agents yet.',
  notAdded: 'not added',
  add: 'Add',
  addAgent: ({ agent }: { agent: string }) => `Add ${agent}`,
  starts: ({ command }: { command: string }) => `Starts: ${command}`,
  addOther: 'Add another program',
  removed: ({ agent }: { agent: string }) => `${agent} removed`,
  form: { title: 'New agent', name: 'Name of the agent', json: 'The agent, as JSON' },
  jsonHint:
    'command, args, env, options (of the program, such as mode), mcp_servers (false: your servers are not passed on).',
  passServers: 'Pass on the MCP servers of Settings',
}

/** Settings › Profiles. */
export const profiles = {
  add: 'Add profile',
  profile: ({ name }: { name: string }) => `Profile ${name}`,
  builtIn: 'built in',
  builtInText: BUILT_IN_PROFILE_TEXT,
  duplicate: 'Duplicate',
  duplicateProfile: ({ name }: { name: string }) => `Duplicate ${name}`,
  removed: ({ name }: { name: string }) => `Profile ${name} removed`,
  taken: ({ name }: { name: string }) => `There is already a profile called ${name}. Choose another name.`,
  form: { title: 'New profile', name: 'Name of the profile', json: 'The profile, as JSON' },
  jsonHint: 'description, system_prompt, model, tools, rules, max_cost or max_tokens, sandbox. All may be left out.',
  noDescription: 'No description',
  toolCount: ({ tools }: { tools: number }) => `${tools} tools`,
  description: 'Description',
  systemPrompt: 'System prompt',
  model: 'Model',
  defaultModel: 'The default model',
  useDefaultModel: 'Use default model',
  tools: 'Tools',
  toolChoices: { all: 'All', some: 'Only these' },
  toolRows: {
    label: 'Tools of the profile',
    add: 'Add tool',
    remove: ({ place }: { place: number }) => `Remove tool ${place}`,
  },
  toolPlaceholder: 'Name; * matches anything',
  defaultSandbox: 'As for agents without a profile',
  budget: {
    label: 'Budget, including descendants',
    units: { none: 'None', dollars: 'US dollars', tokens: 'Tokens' },
    inDollars: 'Budget in US dollars',
    inTokens: 'Budget in tokens',
  },
  rules: {
    label: 'Rules',
    add: 'Add rule',
    remove: ({ place }: { place: number }) => `Remove rule ${place}`,
    toolOf: ({ place }: { place: number }) => `Tool of rule ${place}`,
    toolPlaceholder: 'Tool',
    patternOf: ({ place }: { place: number }) => `Pattern of rule ${place}`,
    patternPlaceholder: 'All calls',
    actionOf: ({ place }: { place: number }) => `Action of rule ${place}`,
  },
}

/** Settings › Skills. */
export const skills = {
  loading: 'Loading skills…',
  none: 'No skills. Put a folder with a SKILL.md into .agents/skills of the project or of your home folder.',
  list: 'Skills',
  plugin: ({ name }: { name: string }) => `${name} (plugin)`,
  notUsed: ({ reason }: { reason: string }) => `Not used: ${reason}`,
  show: 'Show',
  showSkill: ({ name }: { name: string }) => `Show ${name}`,
  use: ({ name }: { name: string }) => `Use ${name}`,
}
