/** A small tree in the layout of src/ in which every import is allowed. */
export const LEGAL_FILES: Readonly<Record<string, string>> = {
  'src/shared/ids.ts': 'export type Id = string\n',
  'src/shared/host-bridge.ts': 'export const BRIDGE = 1\n',
  'src/shared/contract.ts':
    "import '@orpc/contract'\nimport 'zod'\nimport type { Id } from './ids.ts'\nexport type C = Id\n",
  'src/main/core/ports/log-ports.ts': "export type { Id } from '../../../shared/ids.ts'\n",
  'src/main/core/engine.ts': "import './agents/agent-tree.ts'\nexport interface Engine { readonly id: string }\n",
  'src/main/core/agents/agent-tree.ts': "export type { Id } from '../../../shared/ids.ts'\n",
  'src/main/adapters/storage/schema.ts':
    "import 'drizzle-orm'\nimport 'postgres'\nimport 'node:fs'\nimport '../../core/ports/log-ports.ts'\n",
  'src/main/adapters/credentials/keychain.ts': "import 'keytar'\nimport '../../../shared/ids.ts'\n",
  'src/main/adapters/providers/model-catalog.ts': 'export const MODELS = []\n',
  'src/main/adapters/providers/anthropic/anthropic-provider.ts':
    "import '@anthropic-ai/sdk'\nimport '../model-catalog.ts'\n",
  'src/main/adapters/providers/openai/openai-provider.ts': "import 'openai'\nimport '../model-catalog.ts'\n",
  'src/main/adapters/providers/google/google-provider.ts': "import '@google/genai'\nimport '../model-catalog.ts'\n",
  'src/main/hosts/serve-contract.ts':
    "import '@orpc/server'\nimport '../core/engine.ts'\nimport '../../shared/contract.ts'\n",
  'src/main/hosts/web/serve-web.ts': "import 'ws'\nimport '../serve-contract.ts'\n",
  'src/main/hosts/electron/app-window.ts': "import 'electron'\nimport '../serve-contract.ts'\n",
  'src/main/create-engine.ts':
    "import './core/engine.ts'\nimport './adapters/storage/schema.ts'\nimport './system-ports.ts'\n",
  'src/main/data-backup.ts':
    "import './core/agents/agent-tree.ts'\nimport './adapters/storage/schema.ts'\nimport './system-ports.ts'\n",
  'src/main/index.ts': "import 'electron'\nimport './create-engine.ts'\nimport './hosts/electron/app-window.ts'\n",
  'src/main/headless.ts': "import './create-engine.ts'\nimport './hosts/web/serve-web.ts'\n",
  'src/main/process-output.ts': "import '../shared/ids.ts'\n",
  'src/main/system-ports.ts':
    "import './core/ports/log-ports.ts'\nimport './process-output.ts'\nimport 'node:crypto'\n",
  'src/main/command-line/run-command.ts': "import '../core/engine.ts'\nimport '../process-output.ts'\n",
  'src/main/cli.ts': "import './create-engine.ts'\nimport './headless.ts'\nimport './command-line/run-command.ts'\n",
  'src/preload/index.ts': "import 'electron'\nimport '../shared/host-bridge.ts'\n",
  'src/renderer/main.tsx': "import 'react'\nimport './parts/text-part.tsx'\nimport './connection/connect.ts'\n",
  'src/renderer/connection/connect.ts': "import '@orpc/client'\nimport '../../shared/contract.ts'\n",
  'src/renderer/store/agent-store.ts': "import 'zustand/vanilla'\nimport '../../shared/ids.ts'\n",
  'src/renderer/hooks/use-agent.ts': "import '../store/agent-store.ts'\n",
  'src/renderer/history/pane-stream.tsx': "import '../hooks/use-agent.ts'\nimport '../parts/text-part.tsx'\n",
  'src/renderer/pane/agent-pane.tsx': "import '../history/pane-stream.tsx'\n",
  'src/renderer/parts/text-part.tsx': "import 'react'\nexport const TextPart = () => <b>text</b>\n",
  'test/support/fake-clock.ts': "import '../../src/main/core/ports/log-ports.ts'\n",
}

export interface PlantedImport {
  readonly file: string
  readonly imports: string
  /** The rule of .dependency-cruiser.mjs that must report the file. */
  readonly rule: string
}

/** One file for each forbidden import. */
export const PLANTED_IMPORTS: readonly PlantedImport[] = [
  { file: 'src/main/hosts/web/programs.ts', imports: 'node:child_process', rule: 'programs-are-started-in-one-place' },
  { file: 'src/main/adapters/tools/p.ts', imports: 'child_process', rule: 'programs-are-started-in-one-place' },
  { file: 'src/main/adapters/tools/u.ts', imports: 'node:dgram', rule: 'connections-pass-one-door' },
  { file: 'src/main/adapters/tools/d.ts', imports: 'node:dns/promises', rule: 'connections-pass-one-door' },
  { file: 'src/main/t.ts', imports: 'node:worker_threads', rule: 'threads-that-connect-read-the-settings' },
  { file: 'src/main/adapters/tools/f.ts', imports: 'undici', rule: 'packages-that-connect-at-home' },
  { file: 'src/main/p.ts', imports: 'node:cluster', rule: 'programs-are-started-in-one-place' },
  { file: 'src/main/adapters/pty.ts', imports: '@lydell/node-pty', rule: 'packages-that-start-programs-at-home' },
  {
    file: 'src/main/adapters/tools/stdio.ts',
    imports: '@modelcontextprotocol/client/stdio',
    rule: 'packages-that-start-programs-at-home',
  },
  { file: 'src/shared/a.ts', imports: 'react', rule: 'shared-imports-zod-only' },
  { file: 'src/shared/b.ts', imports: 'node:fs', rule: 'shared-imports-zod-only' },
  { file: 'src/shared/contract.ts', imports: '@orpc/server', rule: 'contract-imports-zod-and-orpc-contract' },
  { file: 'src/main/core/a.ts', imports: 'node:crypto', rule: 'core-imports-shared-only' },
  { file: 'src/main/core/b.ts', imports: 'zod', rule: 'core-imports-shared-only' },
  { file: 'src/main/core/c.ts', imports: '../adapters/storage/schema.ts', rule: 'core-imports-shared-only' },
  { file: 'src/main/adapters/storage/a.ts', imports: '../../core/engine.ts', rule: 'adapters-see-ports-only' },
  {
    file: 'src/main/adapters/storage/b.ts',
    imports: '../credentials/keychain.ts',
    rule: 'adapters-never-know-each-other',
  },
  {
    file: 'src/main/adapters/providers/openai/a.ts',
    imports: '../anthropic/anthropic-provider.ts',
    rule: 'providers-never-know-each-other',
  },
  { file: 'src/main/hosts/web/a.ts', imports: '../../core/agents/agent-tree.ts', rule: 'hosts-see-the-facade-only' },
  { file: 'src/main/hosts/web/b.ts', imports: '../../create-engine.ts', rule: 'hosts-see-the-facade-only' },
  { file: 'src/main/hosts/electron/a.ts', imports: '../web/serve-web.ts', rule: 'hosts-never-know-each-other' },
  { file: 'src/main/create-engine.ts', imports: './hosts/serve-contract.ts', rule: 'one-composition-root' },
  { file: 'src/main/system-ports.ts', imports: './core/engine.ts', rule: 'system-ports-see-ports-only' },
  { file: 'src/main/process-output.ts', imports: './system-ports.ts', rule: 'system-ports-see-ports-only' },
  {
    file: 'src/main/command-line/a.ts',
    imports: '../create-engine.ts',
    rule: 'command-line-sees-the-facade-only',
  },
  { file: 'src/main/index.ts', imports: './adapters/storage/schema.ts', rule: 'entries-join-the-engine-and-a-host' },
  { file: 'src/main/hosts/b.ts', imports: '../cli.ts', rule: 'nothing-imports-an-entry' },
  { file: 'src/preload/a.ts', imports: '../shared/ids.ts', rule: 'preload-sees-the-bridge-only' },
  { file: 'src/preload/b.ts', imports: 'node:fs', rule: 'preload-sees-the-bridge-only' },
  { file: 'src/renderer/a.tsx', imports: '../main/core/ports/log-ports.ts', rule: 'renderer-sees-shared-only' },
  { file: 'src/renderer/b.tsx', imports: '../preload/index.ts', rule: 'renderer-sees-shared-only' },
  { file: 'src/renderer/c.tsx', imports: 'node:os', rule: 'renderer-has-no-node' },
  { file: 'src/renderer/parts/a.tsx', imports: '../store/agent-store.ts', rule: 'parts-see-shared-only' },
  { file: 'src/renderer/theme/a.ts', imports: '../parts/text-part.tsx', rule: 'parts-see-shared-only' },
  { file: 'src/renderer/text/a.ts', imports: '../store/agent-store.ts', rule: 'texts-see-shared-only' },
  { file: 'src/main/core/events/a.ts', imports: '../agents/agent-tree.ts', rule: 'core-folders-import-downwards' },
  { file: 'src/main/core/elsewhere/a.ts', imports: '../ports/log-ports.ts', rule: 'core-folders-are-listed' },
  {
    file: 'src/renderer/history/a.tsx',
    imports: '../pane/agent-pane.tsx',
    rule: 'window-folders-import-downwards',
  },
  { file: 'src/renderer/pane/a.tsx', imports: '../frame/b.tsx', rule: 'window-folders-import-downwards' },
  { file: 'src/renderer/hooks/a.ts', imports: '../pane/agent-pane.tsx', rule: 'window-folders-import-downwards' },
  { file: 'src/renderer/actions/a.ts', imports: '../hooks/use-agent.ts', rule: 'window-folders-import-downwards' },
  { file: 'src/renderer/elsewhere/a.ts', imports: '../store/agent-store.ts', rule: 'window-folders-are-listed' },
  { file: 'src/renderer/frame/b.tsx', imports: '../main.tsx', rule: 'nothing-imports-the-root-of-the-window' },
  { file: 'src/renderer/store/a.ts', imports: 'react', rule: 'stores-know-no-react' },
  { file: 'src/renderer/store/b.ts', imports: 'zustand', rule: 'stores-know-no-react' },
  { file: 'src/renderer/store/c.ts', imports: '../connection/connect.ts', rule: 'stores-know-no-transport' },
  { file: 'src/main/core/d.ts', imports: '../../../test/support/fake-clock.ts', rule: 'nothing-imports-tests' },
  { file: 'src/main/hosts/web/c.ts', imports: 'electron', rule: 'electron-in-its-places-only' },
  {
    file: 'src/main/headless.ts',
    imports: './hosts/electron/app-window.ts',
    rule: 'headless-and-cli-never-reach-electron',
  },
  { file: 'src/main/adapters/providers/google/a.ts', imports: '@anthropic-ai/sdk', rule: 'anthropic-sdk-at-home' },
  { file: 'src/main/adapters/providers/google/b.ts', imports: 'openai', rule: 'openai-sdk-at-home' },
  { file: 'src/main/adapters/providers/openai/b.ts', imports: '@google/genai', rule: 'google-sdk-at-home' },
  { file: 'src/main/adapters/config/a.ts', imports: 'drizzle-orm', rule: 'database-packages-at-home' },
  { file: 'src/main/adapters/config/b.ts', imports: 'keytar', rule: 'keychain-package-at-home' },
  { file: 'src/main/adapters/config/c.ts', imports: 'ws', rule: 'serving-packages-at-home' },
  { file: 'src/renderer/d.tsx', imports: '@orpc/client', rule: 'calling-packages-at-home' },
  { file: 'src/main/core/agents/agent-tree.ts', imports: '../engine.ts', rule: 'no-cycles' },
  { file: 'src/shared/e.ts', imports: './nowhere.ts', rule: 'no-unresolvable' },
  { file: 'src/main/adapters/config/d.ts', imports: 'vite', rule: 'no-dev-packages-in-the-app' },
]
