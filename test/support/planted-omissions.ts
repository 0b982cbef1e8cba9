/** Something new that is written in one place of the sources, so that the others are forgotten. */
export interface PlantedOmission {
  /** The first cell of its row in ARCHITECTURE.md. */
  readonly what: string
  /** From the root. */
  readonly file: string
  /** The line that the new text is written before. */
  readonly before: string
  readonly text: string
  /** Where the compiler complains, from the root; each message must match. Of a test: what it prints when it fails. */
  readonly errors: Readonly<Record<string, RegExp>>
}

const column = (name: string, more: string) => `  planted_${name}: {
    ...GIVEN,
    attribute: 'planted_${name}',
    type: 'boolean',
    nullable: false,
    default: { value: false },
    stored: z.boolean(),
    created: 'default',
    change: 'replaced',
    unreadable: { value: false },
    unproven: 'default',${more}
  },
`

const NO_FACTS: Readonly<Record<string, string>> = {
  data: 'none',
  context: 'none',
  message: 'none',
  atEnd: 'passed_over',
  rerun: 'none',
}
const NOWHERE = 'ledger: false, history: false, markdown: false'

const kind = (name: string, shown: string, facts: Readonly<Record<string, string>> = {}) => {
  const { references = '', ...named } = { ...NO_FACTS, ...facts }
  const lines = Object.entries(named).map(([fact, value]) => `    ${fact}: '${value}',\n`)
  return `  planted_${name}: {
${lines.join('')}    schema: null,
    shown: { ${shown} },
    references: { ${references} },
  },
`
}

const command = `  {
    id: 'agent.planted',
    group: 'Agents',
    title: 'Planted',
    keys: [],
    menu: agentMenu(1),
  },
`

const slashCommand = `  {
    name: 'planted',
    usage: '/planted',
    summary: 'Planted',
    arguments: [],
    runs: 'in_order',
    onKilledAgent: 'always',
  },
`

const provider = `  planted: {
    label: 'Planted',
    leaf: 'seed',
    models: [],
    isGateway: true,
    keyVariables: ['PLANTED_API_KEY'],
    keyPage: null,
    baseUrlVariables: ['PLANTED_BASE_URL'],
    sdkAddsVersion: false,
    defaultModel: null,
    transcript: CHAT_TRAITS,
    rules: 'openai',
    tools: PLAIN_TOOLS,
    content: CHAT_CONTENT,
    inputs: null,
    fileTokens: OPENAI_FILE_TOKENS,
    caches: null,
  },
`

const EVENTS = 'src/shared/events.ts'
const COLUMNS = 'src/shared/agent-columns.ts'
const COLUMNS_END = '} as const satisfies Readonly<Record<string, AgentColumn>>'

/** What the compiler finds. All of them are planted together, with names of their own. */
export const PLANTED_OMISSIONS: readonly PlantedOmission[] = [
  {
    what: 'a fact of an agent column, such as what an export does',
    file: COLUMNS,
    before: COLUMNS_END,
    text: column('half', ''),
    errors: { [COLUMNS]: /'exported' is missing/ },
  },
  {
    what: 'a setting of one agent (a column): what it is called where an import leaves it out, its switch in the window',
    file: COLUMNS,
    before: COLUMNS_END,
    text: column('whole', '\n    exported: z.boolean().default(false),'),
    errors: {
      'src/renderer/transfer/withheld-list.tsx': /WithheldRight/,
      'src/renderer/tree/right-switches.tsx': /planted_whole/,
      'src/main/command-line/print-withheld.ts': /lacks ending return/,
    },
  },
  {
    what: 'the row of an event kind, what it changes in the context, what the database keeps of it after a redaction, and imports of it',
    file: 'src/shared/agent-event.ts',
    before: '  system: null',
    text: '  planted_kind: null\n  planted_ledger: null\n  planted_history: null\n  planted_markdown: null\n',
    errors: {
      [EVENTS]: /planted_kind/,
      'src/shared/context-replay.ts': /planted_kind.* parameter of type 'never'/,
      'src/shared/stored-events.ts': /planted_kind/,
      'src/main/core/transfer/import-authority.ts': /parameter of type 'never'/,
    },
  },
  {
    what: 'the view that the row of an event kind promises',
    file: EVENTS,
    before: '  system: {',
    text: [
      kind('ledger', 'ledger: true, history: false, markdown: false'),
      kind('history', 'ledger: false, history: true, markdown: false'),
      kind('markdown', 'ledger: false, history: false, markdown: true'),
    ].join(''),
    errors: {
      'src/renderer/inspector/ledger-rows.ts': /planted_ledger/,
      'src/renderer/history/event-view.tsx': /planted_history/,
      'src/main/core/transfer/markdown-export.ts': /planted_markdown/,
    },
  },
  {
    what: 'the tool of a row of built-in tools',
    file: 'src/shared/built-in-tools.ts',
    before: '  ask: {',
    text: ['program', 'tree']
      .map((made) => `  planted_${made}: { made: '${made}', changes: 'nothing', shownAs: 'other' },\n`)
      .join(''),
    errors: {
      'src/main/create-tool-parts.ts': /planted_program/,
      'src/main/core/wiring/tool-wiring.ts': /planted_tree/,
    },
  },
  {
    what: 'who may use an operation, or its body',
    file: 'src/shared/contract/upkeep.ts',
    before: '  check: oc',
    text: '  planted: oc.output(type<Result<null>>()),\n',
    errors: { 'src/shared/contract/protections.ts': /planted/, 'src/main/core/api/upkeep.ts': /planted/ },
  },
  {
    what: 'how requests to a provider are made, how its keys begin, its name at models.dev',
    file: 'src/shared/providers.ts',
    before: '  local: {',
    text: provider,
    errors: {
      'src/main/adapters/providers/provider-table.ts': /planted/,
      'src/shared/key-prefix.ts': /planted/,
      'src/shared/models-dev.ts': /planted/,
    },
  },
  {
    what: 'a fact of a provider, such as what it caches',
    file: 'src/shared/providers.ts',
    before: '  local: {',
    text: provider.replace('planted:', 'planted_facts:').replace('    caches: null,\n', ''),
    errors: { 'src/shared/providers.ts': /'caches' is missing/ },
  },
  {
    what: 'the component of a dialog',
    file: 'src/renderer/store/dialog-store.ts',
    before: "  | { readonly type: 'none' }",
    text: "  | { readonly type: 'planted' }\n",
    errors: { 'src/renderer/frame/open-dialogs.tsx': /planted/ },
  },
  {
    what: 'a German text of the window',
    file: 'src/renderer/text/en/usage.ts',
    before: "  title: 'Usage',",
    text: "  planted: 'Planted',\n",
    errors: { 'src/renderer/text/de/usage.ts': /'planted' is missing/ },
  },
  {
    what: 'a fact of a setting, such as when it applies, or whether the window has a control for it',
    file: 'src/shared/config.ts',
    before: '  defaultProvider: setting({',
    text: "  planted: setting({ key: 'planted', type: sentNumber, schema: positiveSchema, default: 1 }),\n",
    errors: { 'src/shared/config.ts': /appliesAt, isInWindow/ },
  },
  {
    what: 'an option of a model in its flags, its names, what a refusal of it says',
    file: 'src/shared/model-options.ts',
    before: "  /** The provider's own tools. */",
    text: '  planted: z.boolean().optional(),\n',
    errors: {
      'src/shared/model-options.ts': /planted/,
      'src/shared/model-options-text.ts': /planted/,
      'src/main/command-line/model-flags.ts': /planted/,
      'src/main/adapters/providers/optional-parts.ts': /planted/,
    },
  },
  {
    what: 'the decision of a slash command, or its German summary',
    file: 'src/shared/slash-commands.ts',
    before: "  {\n    name: 'help',",
    text: slashCommand,
    errors: { 'src/main/core/commands/simple-commands.ts': /planted/, 'src/renderer/text/de/commands.ts': /planted/ },
  },
  {
    what: 'what a command of the window does, or its German title',
    file: 'src/shared/app-commands.ts',
    before: "  {\n    id: 'agent.new',",
    text: command,
    errors: {
      'src/renderer/commands/window-commands.ts': /agent\.planted/,
      'src/renderer/text/de/commands.ts': /planted/,
    },
  },
  {
    what: 'the German words of an error category, its status in HTTP, or the next steps',
    file: 'src/shared/app-error.ts',
    before: '  AUTH: {',
    text: `  PLANTED: {
    title: 'Planted',
    advice: '',
    message: () => 'Planted.',
    retry: null,
    poolCooldownMs: null,
    exitCode: 'turnFailed',
  },
`,
    errors: {
      'src/renderer/text/de/engine.ts': /PLANTED/,
      'src/main/hosts/api/api-failure.ts': /PLANTED/,
      'src/renderer/history/recorded-error.tsx': /PLANTED/,
    },
  },
  {
    what: 'what a view in place of the panes shows, and its words',
    file: 'src/renderer/store/window-view-store.ts',
    before: '  panes: unknown',
    text: '  planted: unknown\n',
    errors: { 'src/renderer/frame/window-views.tsx': /planted/ },
  },
  {
    what: 'the heading of a column of usage, or its German one',
    file: 'src/shared/usage-columns.ts',
    before: '  responses: { csv',
    text: "  planted: { csv: 'planted', isShown: true, unit: 'share', value: cachedShare },\n",
    errors: { 'src/shared/usage-columns.ts': /planted/, 'src/renderer/text/de/usage.ts': /planted/ },
  },
  {
    what: 'a fact of an option of an MCP server, such as what a window sees of it, or which of it is a secret',
    file: 'src/shared/tool-server.ts',
    before: '  url: option({',
    text: "  planted: option({ sent: sentText.optional(), file: text.optional(), unset: '' }),\n",
    errors: { 'src/shared/tool-server.ts': /is missing the following properties.*shown, restored, secrets/ },
  },
]

/** What tests find, or the compiler only where nothing else is wrong. They are planted in a copy of their own. */
export const OMISSIONS_APART: readonly PlantedOmission[] = [
  {
    what: 'a fact of an event kind, such as what a fork after it inherits',
    file: 'src/shared/event-kind-row.ts',
    before: '  readonly message:',
    text: '  readonly planted: true\n',
    errors: { [EVENTS]: /'planted' is missing/ },
  },
  {
    what: 'what a model, an editor, other tools and the map are shown of an event kind that says something; what a rerun makes of its ids',
    file: EVENTS,
    before: '  system: {',
    text: [
      kind('said', NOWHERE, { context: 'item', message: 'whole', rerun: 'question' }),
      kind('act', NOWHERE, { data: 'required', rerun: 'act', references: "at: 'event'" }),
      kind('files', NOWHERE, { data: 'required' }),
    ].join(''),
    errors: {
      'src/main/core/transcript/collect-entries.ts': /planted_said.* not assignable/,
      'src/main/hosts/acp/session-updates.ts': /planted_said/,
      'src/shared/agent-map.ts': /planted_said/,
      'src/main/core/transfer/conversation/conversation.ts': /lacks ending return/,
      'src/main/core/reruns/event-pairs.ts': /planted_act/,
    },
  },
  {
    what: 'whether models are sent the files of an event kind',
    file: 'src/shared/agent-event.ts',
    before: '  system: null',
    text: `  planted_said: null
  planted_act: { readonly at: EventId }
  planted_files: { readonly attachments: readonly AttachmentBlock[] }
`,
    errors: { 'src/shared/event-files.ts': /planted_files/ },
  },
  {
    what: 'the row of a built-in tool',
    file: 'src/main/create-tool-parts.ts',
    before: '  bash: bashTool,',
    text: '  planted_without: bashTool,\n',
    errors: { 'src/main/create-tool-parts.ts': /planted_without/ },
  },
  {
    what: 'a picture of a dialog',
    file: 'src/renderer/store/dialog-store.ts',
    before: "  | { readonly type: 'none' }",
    text: "  | { readonly type: 'planted' }\n",
    errors: { 'test/renderer/preview/dialog-views.ts': /'planted' is missing/ },
  },
  {
    what: 'what an import makes of an id in the data of an event',
    file: 'src/shared/merge-data.ts',
    before: '  /** The user no longer prefers it. */',
    text: '  readonly planted?: AgentId\n',
    errors: { 'test/core/transfer/declared-references.test.ts': /vote\.planted/ },
  },
  {
    what: 'the name of a vendor whose file is a copy',
    file: 'src/main/adapters/providers/openai-compatible/vendors/xai.ts',
    before: "  baseUrl: 'https",
    text: "  name: 'meta',\n",
    errors: { 'test/adapters/providers/provider-table.test.ts': /makes each provider under the name of its row/ },
  },
  {
    what: 'an option of a model in the requests to it',
    file: 'src/main/adapters/providers/openai-compatible/vendors/mistral.ts',
    before: '  replay: (',
    text: '  controls: () => ({ ...NO_CONTROLS, webSearch: true }),\n',
    errors: { 'test/adapters/providers/sent-options.test.ts': /a model of mistral takes reaches its request/ },
  },
  {
    what: 'the control in the settings of a setting, or of a right of a profile',
    file: 'src/shared/profile.ts',
    before: '  sandbox: sandboxLevelSchema.optional(),',
    text: '  planted_right: z.boolean().optional(),\n',
    errors: { 'test/renderer/settings/setting-controls.test.ts': /planted_right/ },
  },
  {
    what: 'that a text or number in the contract is an id',
    file: 'src/shared/stream-event.ts',
    before: "  | { readonly type: 'turn_started'",
    text: "  | { readonly type: 'planted'; readonly agentId: string }\n",
    errors: { 'test/shared/typed-ids.test.ts': /shared\/stream-event\.ts: agentId: string/ },
  },
]
