import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { JsonObject } from '../../src/shared/json.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'

/** Where one program works: all folders are temporary. */
interface PeerWorld {
  readonly home: string
  /** The folder of the task. */
  readonly folder: string
  readonly simulator: Simulator
}

interface PeerCommand {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** A coding agent of the command line that is measured beside ikigai. */
export interface Peer {
  readonly name: string
  /** Package and version on npm; null: it is this project. */
  readonly from: string | null
  /** The programs that its figures are compared with. */
  readonly comparedWith?: { readonly call: string; readonly first: string }
  /** Writes the program's settings, and returns how it is started. `programs`: `node_modules/.bin` of its packages. */
  readonly prepare: (programs: string, world: PeerWorld) => Promise<PeerCommand>
}

/** The simulator does not read it. */
const PEER_PROMPT = 'Append to the file as often as the tool calls say.'

/** The program that runs a command, by the names of the tools that a request offers; null: there is none. */
export function commandCall(tools: readonly string[], command: string): { name: string; arguments: JsonObject } | null {
  for (const { name, argumentsOf } of COMMAND_TOOLS) {
    if (tools.includes(name)) return { name, arguments: argumentsOf(command) }
  }
  return null
}

const COMMAND_TOOLS: readonly { readonly name: string; readonly argumentsOf: (command: string) => JsonObject }[] = [
  { name: 'bash', argumentsOf: (command) => ({ command }) },
  { name: 'Bash', argumentsOf: (command) => ({ command, description: 'Appends a line' }) },
  { name: 'exec_command', argumentsOf: (cmd) => ({ cmd }) },
  { name: 'shell_command', argumentsOf: (command) => ({ command }) },
  { name: 'shell', argumentsOf: (command) => ({ command: ['bash', '-c', command] }) },
  { name: 'run_shell_command', argumentsOf: (command) => ({ command, description: 'Appends a line' }) },
]

/** ikigai as npm installs it. `app`: the folder of the package; `options`: of `ikigai run`. */
export function ikigaiPeer(name: string, app: string, options: readonly string[]): Peer {
  return {
    name,
    from: null,
    comparedWith: { call: options.length === 0 ? 'Claude Code' : 'Codex', first: 'Codex' },
    prepare: async (_programs, { home, simulator }) => ({
      program: process.execPath,
      args: [
        join(app, 'bin/ikigai.mjs'),
        'run',
        '--model',
        'claude-sonnet-5-5',
        '--allow',
        'bash',
        ...options,
        PEER_PROMPT,
      ],
      env: {
        ...simulator.environment(),
        IKIGAI_KEYCHAIN: 'off',
        IKIGAI_DATA_DIR: join(home, 'data'),
        IKIGAI_CONFIG_DIR: join(home, 'config'),
      },
    }),
  }
}

/** Versions are fixed, so that figures of two days compare. */
export const PEERS: readonly Peer[] = [
  {
    name: 'Claude Code',
    from: '@anthropic-ai/claude-code@2.1.197',
    prepare: async (programs, { simulator }) => ({
      program: join(programs, 'claude'),
      args: ['-p', PEER_PROMPT, '--allowedTools', 'Bash', '--model', 'claude-sonnet-5-5'],
      env: {
        ANTHROPIC_BASE_URL: simulator.baseUrls.anthropic,
        ANTHROPIC_API_KEY: 'key',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    }),
  },
  {
    name: 'Codex',
    from: '@openai/codex@0.171.0',
    prepare: async (programs, { simulator }) => ({
      program: join(programs, 'codex'),
      args: [
        'exec',
        '--skip-git-repo-check',
        '--dangerously-bypass-approvals-and-sandbox',
        '-c',
        'model_provider="local"',
        '-c',
        `model_providers.local={name="local",base_url="${simulator.baseUrls.openai}",env_key="OPENAI_API_KEY",wire_api="responses"}`,
        '-m',
        'gpt-5.5',
        PEER_PROMPT,
      ],
      env: { OPENAI_API_KEY: 'key' },
    }),
  },
  {
    name: 'pi',
    from: '@mariozechner/pi-coding-agent@0.73.1',
    prepare: async (programs, { home, simulator }) => {
      await mkdir(join(home, '.pi/agent'), { recursive: true })
      const local = {
        baseUrl: simulator.baseUrls.anthropic,
        apiKey: 'key',
        api: 'anthropic-messages',
        models: [{ id: 'claude-sonnet-5-5', name: 'Sonnet', contextWindow: 200_000, maxTokens: 8000 }],
      }
      await writeFile(join(home, '.pi/agent/models.json'), JSON.stringify({ providers: { local } }))
      return {
        program: join(programs, 'pi'),
        args: ['-p', '--provider', 'local', '--model', 'claude-sonnet-5-5', PEER_PROMPT],
        env: { PI_OFFLINE: '1' },
      }
    },
  },
  {
    name: 'opencode',
    from: 'opencode-ai@1.18.33',
    prepare: async (programs, { home, simulator }) => {
      const anthropic = { options: { baseURL: `${simulator.baseUrls.anthropic}/v1`, apiKey: 'key' } }
      const model = 'anthropic/claude-sonnet-4-5'
      await mkdir(join(home, '.config/opencode'), { recursive: true })
      await writeFile(
        join(home, '.config/opencode/opencode.json'),
        JSON.stringify({ model, small_model: model, provider: { anthropic }, autoupdate: false }),
      )
      // What npm links is replaced by a script of its installation, which may not run.
      const system = `opencode-${process.platform}-${process.arch}`
      return { program: join(programs, '..', system, 'bin/opencode'), args: ['run', PEER_PROMPT], env: {} }
    },
  },
  {
    name: 'Gemini CLI',
    from: '@google/gemini-cli@0.61.0',
    prepare: async (programs, { home, simulator }) => {
      await mkdir(join(home, '.gemini'), { recursive: true })
      const settings = {
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        general: { disableAutoUpdate: true, disableUpdateNag: true },
        privacy: { usageStatisticsEnabled: false },
      }
      await writeFile(join(home, '.gemini/settings.json'), JSON.stringify(settings))
      return {
        program: join(programs, 'gemini'),
        args: ['-p', PEER_PROMPT, '--yolo', '--model', 'gemini-2.5-flash'],
        env: { GEMINI_API_KEY: 'key', GOOGLE_GEMINI_BASE_URL: simulator.baseUrls.google },
      }
    },
  },
]
